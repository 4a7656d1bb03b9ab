//! Any bytes are a table of finite numbers that says how it was read, or an error in one line.

#![no_main]

use libfuzzer_sys::fuzz_target;

use tabular::{Columns, Decimal, Delimiter, ReadAs, parse_table};

fuzz_target!(|input: (u8, &[u8])| {
    let (said, bytes) = input;
    let delimiters = [
        None,
        Some(Delimiter::COMMA),
        Some(Delimiter::SEMICOLON),
        Some(Delimiter::TAB),
        Some(Delimiter::Blank),
        Some(Delimiter::BAR),
    ];
    let decimals = [None, Some(Decimal::Point), Some(Decimal::Comma)];
    let read_as = ReadAs {
        delimiter: delimiters[usize::from(said % 6)],
        decimal: decimals[usize::from(said / 6 % 3)],
        ..ReadAs::default()
    };
    let columns = Columns::default();
    let dataset = parse_table("data.csv", bytes, read_as).and_then(|table| {
        let dataset = table.dataset(&columns)?;
        let line = table.reading_line(&columns, dataset.skipped_rows)?;
        assert!(line.is_some_and(|line| !line.chars().any(char::is_control)));
        Ok(dataset)
    });
    match dataset {
        Ok(dataset) => assert!(dataset.x.iter().all(|value| value.is_finite())),
        Err(error) => assert!(!error.to_string().chars().any(char::is_control)),
    }
});

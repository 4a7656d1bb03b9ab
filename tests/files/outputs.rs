//! Files and messages of the command line: all or nothing, in one line, and never raw.

use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use tempfile::{TempDir, tempdir};

fn program() -> Command {
    Command::new(assert_cmd::cargo::cargo_bin("kpca-explorer"))
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    let mut command = program();
    command.current_dir(folder.path()).args(arguments);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.output().unwrap()
}

/// Exit status and the one line on standard error.
fn fails(folder: &TempDir, arguments: &[&str]) -> (i32, String) {
    let output = run(folder, arguments);
    let message = String::from_utf8(output.stderr).unwrap();
    assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
    (output.status.code().unwrap(), message.trim_end().to_owned())
}

fn files_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn outputs_are_all_checked_before_the_first_is_written() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("data.csv"), "a,b\n1,2\n3,4\n5,7\n").unwrap();
    fs::write(at("there.csv"), "mine").unwrap();
    for (arguments, status, words) in [
        (
            "--scores s.csv --spectrum there.csv",
            1,
            "there.csv exists already; nothing was written",
        ),
        (
            "--scores s.csv --json no/such.json",
            1,
            "no/such.json: the folder does not exist",
        ),
        (
            "--scores s.csv --json ./s.csv --force",
            2,
            "./s.csv is the target of two outputs",
        ),
        (
            "--scores s.csv --pca-scores data.csv --force",
            2,
            "data.csv is read as data",
        ),
        (
            "--scores s.csv --project there.csv --projected there.csv --force",
            2,
            "there.csv is read as data",
        ),
    ] {
        let mut all = vec!["fit", "data.csv"];
        all.extend(arguments.split(' '));
        let (code, message) = fails(&folder, &all);
        assert!(message.contains(words), "{message}");
        assert_eq!(code, status, "{message}");
        assert_eq!(
            files_in(folder.path()),
            ["data.csv", "there.csv"],
            "{message}"
        );
    }
    assert_eq!(fs::read_to_string(at("there.csv")).unwrap(), "mine");
    let (code, message) = fails(
        &folder,
        &["render", "data.csv", "--out", "data.csv", "--force"],
    );
    assert_eq!(code, 1, "{message}");
}

#[cfg(unix)]
#[test]
fn links_stay_links_and_are_seen_through() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("data.csv"), "a,b\n1,2\n3,4\n5,7\n").unwrap();
    std::os::unix::fs::symlink("data.csv", at("link.csv")).unwrap();
    std::os::unix::fs::symlink("nothing.csv", at("dangling.csv")).unwrap();
    let (code, _) = fails(
        &folder,
        &["fit", "data.csv", "--scores", "link.csv", "--force"],
    );
    assert_eq!(code, 2);
    let (code, message) = fails(&folder, &["fit", "data.csv", "--scores", "dangling.csv"]);
    assert!(code == 1 && message.contains("link"), "{message}");
    assert_eq!(
        files_in(folder.path()),
        ["dangling.csv", "data.csv", "link.csv"]
    );
}

/// Sends a signal once a temporary file is there.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_program_takes_its_temporary_files_along() {
    use std::os::unix::process::ExitStatusExt;

    for (signal, number) in [("-HUP", 1), ("-INT", 2), ("-TERM", 15)] {
        // A machine with other work may send a signal after the end: then it is sent to another run.
        let ended = (0..5).find_map(|_| interrupted_while_it_writes(signal));
        let (status, left) = ended.expect("a run that a signal reaches");
        assert_eq!(status.signal(), Some(number), "{status}");
        assert_eq!(left, Vec::<String>::new());
    }
}

/// Fit that writes a kernel matrix of 140 MB into a folder, once its temporary file is there, or once it has ended.
#[cfg(target_os = "linux")]
fn writing(folder: &TempDir) -> std::process::Child {
    let arguments = "fit moons --n-samples 2500 --noise 0.1 --components 2 --kernel-matrix k.csv";
    let mut command = program();
    command.current_dir(folder.path()).stdout(Stdio::null());
    let mut child = command.args(arguments.split(' ')).spawn().unwrap();
    let is_temporary = |name: &String| name.starts_with(".kpca");
    while !files_in(folder.path()).iter().any(is_temporary) && child.try_wait().unwrap().is_none() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child
}

/// End of a fit that is sent a signal while it writes, and the files left in its folder; `None` where it ended before.
#[cfg(target_os = "linux")]
fn interrupted_while_it_writes(signal: &str) -> Option<(std::process::ExitStatus, Vec<String>)> {
    let folder = tempdir().unwrap();
    let mut child = writing(&folder);
    let pid = child.id().to_string();
    Command::new("kill").args([signal, &pid]).status().unwrap();
    let status = child.wait().unwrap();
    (!status.success()).then(|| (status, files_in(folder.path())))
}

/// A program that is killed can remove nothing, and the next one in the folder does.
#[cfg(target_os = "linux")]
#[test]
fn what_a_killed_program_left_is_removed_by_the_next() {
    let folder = tempdir().unwrap();
    let mut child = writing(&folder);
    child.kill().unwrap();
    child.wait().unwrap();
    let left = files_in(folder.path());
    assert!(left.len() == 1 && left[0].starts_with(".kpca"), "{left:?}");
    assert!(
        run(&folder, &["fit", "iris", "--scores", "s.csv"])
            .status
            .success()
    );
    assert_eq!(files_in(folder.path()), ["s.csv"]);
}

/// An animation whose folder was made for it, ended while it draws.
#[cfg(target_os = "linux")]
#[test]
fn an_interrupted_animation_leaves_no_folder_and_nohup_holds() {
    use std::{os::unix::process::ExitStatusExt, time::Duration};

    let folder = tempdir().unwrap();
    let start = |nohup: bool| {
        let program = program();
        let mut command = if nohup {
            let mut command = Command::new("nohup");
            command.arg(program.get_program());
            command
        } else {
            program
        };
        command
            .current_dir(folder.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .args("animate moons --n-samples 60 --parameter gamma --from 1 --to 9".split(' '))
            .args("--steps 40 --out frames/".split(' '));
        let child = command.spawn().unwrap();
        while !folder.path().join("frames").exists() {
            std::thread::sleep(Duration::from_millis(1));
        }
        child
    };
    let hang_up = |pid: u32| {
        let pid = pid.to_string();
        Command::new("kill").args(["-HUP", &pid]).status().unwrap();
    };
    let mut child = start(false);
    hang_up(child.id());
    assert_eq!(child.wait().unwrap().signal(), Some(1));
    assert_eq!(files_in(folder.path()), Vec::<String>::new());

    let mut child = start(true);
    hang_up(child.id());
    assert!(child.wait().unwrap().success());
    assert_eq!(files_in(&folder.path().join("frames")).len(), 40);
}

#[cfg(target_os = "linux")]
#[test]
fn streams_that_are_closed_or_full_are_no_panic() {
    let folder = tempdir().unwrap();
    for (script, status) in [
        ("\"$0\" fit nowhere.csv 2>&-", 1),
        ("\"$0\" fit nowhere.csv 2>/dev/full", 1),
        ("\"$0\" fit --no-such-flag 2>/dev/full", 2),
        ("\"$0\" --help >&-", 0),
        ("\"$0\" fit iris >/dev/full", 1),
        ("\"$0\" fit iris --json - >/dev/full", 1),
        ("\"$0\" fit iris | true; exit ${PIPESTATUS[0]}", 0),
        // With a command behind it the shell stays, as one does that people type into.
        ("\"$0\" fit iris --json - >&-; exit $?", 1),
        ("\"$0\" script python iris >&-; exit $?", 1),
        // Discarded on purpose, in the ways of shells and of Python.
        ("\"$0\" fit iris --json - >/dev/null; exit $?", 0),
        ("exec 1<>/dev/null; \"$0\" fit iris --json -; exit $?", 0),
    ] {
        let output = Command::new("bash")
            .args(["-c", script])
            .arg(assert_cmd::cargo::cargo_bin("kpca-explorer"))
            .current_dir(folder.path())
            .output()
            .unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(status), "{script}: {message}");
        assert!(
            message.lines().count() <= 1 && !message.contains("panicked"),
            "{message}"
        );
        assert!(
            message.contains("it is closed") || !script.contains(" >&-; exit"),
            "{message}"
        );
    }
    // Python's subprocess.DEVNULL and Node's "ignore" open it for both.
    let null = fs::File::options().read(true).write(true).open("/dev/null");
    let mut command = program();
    command
        .args(["fit", "iris", "--json", "-"])
        .stdout(null.unwrap());
    assert!(command.status().unwrap().success());
}

#[test]
fn mistakes_in_flags_are_said_in_one_line() {
    let folder = tempdir().unwrap();
    for (arguments, words) in [
        (
            vec!["fit", "iris", "--n-samples", "10"],
            "--n-samples needs generated data",
        ),
        (
            vec!["fit", "iris", "--decimal", ","],
            "--decimal needs a file",
        ),
        (vec!["fit", "--kernel", "cube"], "[possible values: linear,"),
        (
            vec!["fit", "--repeat", "0"],
            "must be a whole number from 1 to 1000",
        ),
        (
            vec!["fit", "--repeat", "18446744073709551615"],
            "from 1 to 1000",
        ),
        (
            vec!["fit", "a.csv", "--delimiter", "x"],
            "must be tab, blank or one character",
        ),
        (vec!["fit", "--sigma", "\u{1b}[31m"], "invalid"),
        (vec!["--no-such-flag"], "--no-such-flag"),
    ] {
        let (status, message) = fails(&folder, &arguments);
        assert_eq!(status, 2, "{message}");
        assert!(message.contains(words), "{message}");
        assert!(!message.chars().any(char::is_control), "{message:?}");
    }
}

#[test]
fn what_others_wrote_never_steers_the_terminal() {
    let folder = tempdir().unwrap();
    let name = "evil\u{1b}]0;title\u{7}\u{202e}.csv";
    fs::write(
        folder.path().join(name),
        "a\u{1b}[31m,b\n1,2\n3,4\n5,x\u{9b}1m6\n7,9\n",
    )
    .unwrap();
    fs::write(
        folder.path().join("s.toml"),
        "version = 1\n[setup]\n\"\u{1b}[31mx\" = 1\n",
    )
    .ok();
    for arguments in [
        vec!["fit", name],
        vec!["fit", name, "--features", "0"],
        vec!["fit", name, "--features", "0", "--json", "-"],
        vec!["fit", name, "--features", "c\u{1b}[31m"],
        vec!["script", "python", name, "--features", "0"],
        vec!["fit", "--session", "s.toml"],
        vec!["fit", "no\u{1b}[31m\nfile.csv"],
    ] {
        let Output { stdout, stderr, .. } = run(&folder, &arguments);
        for text in [stdout, stderr] {
            let text = String::from_utf8(text).unwrap();
            let raw = |c: &char| (c.is_control() && *c != '\n') || *c == '\u{202e}';
            assert_eq!(text.chars().find(raw), None, "{arguments:?}: {text:?}");
        }
    }
}

#[test]
fn the_report_says_how_a_file_was_read_and_flags_change_it() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("v.csv"), "1,5\n2,5\n3,75\n9,5\n").unwrap();
    let report = |flags: &[&str]| {
        let mut arguments = vec!["fit", "v.csv", "--json", "-"];
        arguments.extend(flags);
        let output = run(&folder, &arguments);
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        (report, String::from_utf8(output.stderr).unwrap())
    };
    let (two, remark) = report(&[]);
    assert_eq!(two["d"], 2);
    assert_eq!(
        two["reading"],
        "separated by commas · decimal point · no line of names · no label"
    );
    assert_eq!(
        remark.lines().next(),
        Some(
            "kpca-explorer: v.csv can be read in two ways; to take the comma as decimal sign, add \
             --decimal ,"
        )
    );
    let (one, remark) = report(&["--decimal", ","]);
    assert_eq!(one["d"], 1);
    assert!(!remark.contains("two ways"), "{remark}");
    assert_eq!(
        one["reading"],
        "one column · decimal comma · no line of names · no label"
    );
    let script = run(&folder, &["script", "python", "v.csv", "--decimal", ","]);
    let script = String::from_utf8(script.stdout).unwrap();
    assert!(
        script.contains("sep=\";\", skipinitialspace=True, decimal=\",\""),
        "{script}"
    );
    let iris = run(&folder, &["fit", "iris", "--json", "-"]);
    let iris: serde_json::Value = serde_json::from_slice(&iris.stdout).unwrap();
    assert!(iris["reading"].is_null());
}

/// The data are not there: names of outputs are judged before anything is read.
#[test]
fn a_name_that_says_a_format_which_is_not_written_is_refused() {
    let folder = tempdir().unwrap();
    let fit = |flag: &str| format!("fit gone.csv {flag}");
    let tables = [
        "--scores",
        "--pca-scores",
        "--spectrum",
        "--kernel-matrix",
        "--denoise",
        "--novelty",
        "--reconstruction",
        "--project gone.csv --projected",
        "--pre-image gone.csv --pre-images",
    ];
    let range = "--parameter gamma --from 1 --to 2 --steps 2";
    let tables = tables.map(fit).into_iter().chain([
        format!("sweep gone.csv {range} --out"),
        "script r gone.csv --table".to_owned(),
    ]);
    let tables = tables.map(|it| {
        (
            it,
            "a table's name must end in .csv, .npy, .xlsx, .tex, .md or .html",
        )
    });
    let rest = [
        (
            "render gone.csv --out".to_owned(),
            "a figure's name must end in .png, .svg or .pdf",
        ),
        (
            format!("animate gone.csv {range} --sheet --out"),
            "a figure's name must end in .png, .svg or .pdf",
        ),
        (
            format!("animate gone.csv {range} --out"),
            "an animation goes to a name in .gif",
        ),
        (
            "lesson handout gone.toml --out".to_owned(),
            "a handout's name must end in .html",
        ),
    ];
    for (arguments, words) in tables.chain(rest) {
        for name in ["x.xls", "x.rtf", "x.docx", "x.ods", "x.txt", "x.csv.gz"] {
            let mut all: Vec<&str> = arguments.split(' ').collect();
            all.push(name);
            let (_, message) = fails(&folder, &all);
            assert!(
                message.contains(&format!("{name}: {words}")),
                "{arguments}: {message}"
            );
        }
    }
    let array = ["script", "r", "gone.csv", "--table", "x.npy"];
    let (_, message) = fails(&folder, &array);
    assert!(message.contains("use .csv"), "{message}");
    assert!(files_in(folder.path()).is_empty());
}

/// Loadings and shares are those of scikit-learn's `PCA` of iris, correlations those of NumPy's `corrcoef` with its scores.
#[test]
fn tables_are_written_in_the_format_of_their_ending() {
    let folder = tempdir().unwrap();
    let line = "fit iris --components 2 --digits 4 --scores s.xlsx --with label --spectra both.tex --loadings l.csv \
                --correlations c.md --spectrum s.html --kernel-matrix k.npy";
    let output = run(&folder, &line.split(' ').collect::<Vec<_>>());
    assert!(output.status.success(), "{output:?}");
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let loadings = read("l.csv");
    let lines: Vec<&str> = loadings.lines().collect();
    assert_eq!(
        lines[..3],
        [
            "feature,PC1,PC2",
            "sepal length (cm),0.3614,0.6566",
            "sepal width (cm),-0.08452,0.7302"
        ]
    );
    let spectra = read("both.tex");
    assert!(
        spectra.contains("\\begin{tabular}{rrrrrrr}")
            && spectra.contains("1 & $4.200$ & $0.9246$ & $0.9246$ & $"),
        "{spectra}"
    );
    let correlations = read("c.md");
    assert!(
        correlations.contains("| sepal length (cm) | 0.8974 | 0.3906 | "),
        "{correlations}"
    );
    assert!(read("s.html").contains("<td class=\"n\">1</td>"));
    // The workbook reads back, by calamine.
    let output = run(&folder, &["fit", "s.xlsx", "--json", "-"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!([&report["n"], &report["d"]], [150, 2]);
    assert_eq!(report["label"], "species");
}

#[test]
fn cells_that_a_spreadsheet_would_carry_out_are_guarded_where_that_is_asked_for() {
    let folder = tempdir().unwrap();
    let data = "who,a,b\n=1+1,1,2\n@x,3,4\n-5,5,7\n";
    fs::write(folder.path().join("d.csv"), data).unwrap();
    let rows = |flags: &str| -> Vec<String> {
        let line = format!(
            "fit d.csv --row-names who --label none --scores s.csv --with name --force {flags}"
        );
        let output = run(&folder, &line.split_whitespace().collect::<Vec<_>>());
        assert!(output.status.success(), "{output:?}");
        let text = fs::read_to_string(folder.path().join("s.csv")).unwrap();
        let names = text
            .lines()
            .map(|line| line.split(',').next().unwrap().to_owned());
        names.collect()
    };
    assert_eq!(rows(""), ["who", "=1+1", "@x", "-5"]);
    assert_eq!(rows("--safe-cells"), ["who", "'=1+1", "'@x", "-5"]);
    for (flags, said) in [
        ("--digits 3 --scores s.npy", "--digits needs"),
        (
            "--safe-cells --scores s.xlsx",
            "--safe-cells needs a table in .csv",
        ),
        ("--digits 0", "from 1 to 17"),
    ] {
        let line = format!("fit iris {flags}");
        let (status, message) = fails(&folder, &line.split(' ').collect::<Vec<_>>());
        assert!(status == 2 && message.contains(said), "{message}");
    }
}

#[test]
fn the_page_of_a_handout_is_an_address_that_a_browser_opens() {
    let folder = tempdir().unwrap();
    for page in ["javascript:alert(1)", "data:text/html,x", "example.org"] {
        let arguments = [
            "lesson",
            "handout",
            "gone.toml",
            "--out",
            "h.html",
            "--page",
            page,
        ];
        let (status, message) = fails(&folder, &arguments);
        assert_eq!(status, 2);
        assert!(
            message.contains("http://, https:// or file://"),
            "{message}"
        );
    }
}

#[test]
#[cfg(unix)]
fn a_link_to_itself_is_told_from_one_to_nothing() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::os::unix::fs::symlink(at("loop.csv"), at("loop.csv")).unwrap();
    for arguments in [
        "fit loop.csv",
        "fit moons --project loop.csv --projected p.csv",
        "fit moons --session loop.csv",
        "fit moons --scores loop.csv",
        "fit moons --scores loop.csv --force",
        "fit moons --scores loop.csv/a.csv",
        "lesson check loop.csv",
    ] {
        let all: Vec<&str> = arguments.split(' ').collect();
        let (_, message) = fails(&folder, &all);
        assert!(
            message.contains("loop.csv") && message.contains("too many levels of symbolic links"),
            "{arguments}: {message}"
        );
    }
}

//! Names of kernels, and γ, as they stand in files.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Gamma, KernelKind};

impl Serialize for KernelKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for KernelKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map_err(de::Error::custom)
    }
}

impl Serialize for Gamma {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str("auto"),
            Self::Median => serializer.serialize_str("median"),
            Self::Value(value) => serializer.serialize_f64(*value),
        }
    }
}

impl<'de> Deserialize<'de> for Gamma {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl de::Visitor<'_> for Visitor {
            type Value = Gamma;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, \"auto\" or \"median\"")
            }

            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Gamma, E> {
                Ok(Gamma::Value(value))
            }

            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Gamma, E> {
                Ok(Gamma::Value(value as f64))
            }

            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Gamma, E> {
                Ok(Gamma::Value(value as f64))
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Gamma, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

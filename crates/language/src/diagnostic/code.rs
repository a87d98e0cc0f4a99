//! Codes: every kind of finding has a lasting name that people search for and checks refer to. Those of a document are
//! declared here; whoever has findings of its own declares them beside these, in one list of all.

use super::Severity;
use std::fmt::Debug;

/// What kind of finding a diagnostic is.
pub trait Coded: Copy + Eq + Debug {
    /// The name in messages and reports, in kebab case.
    fn name(self) -> &'static str;
    /// How much the finding weighs, unless a check is told otherwise.
    fn weight(self) -> Severity;
}

/// Declares a list of codes, a row for each: the variant, its name, its severity, and what it means in one line.
#[macro_export]
macro_rules! codes {
    (
        $(#[doc = $doc:literal])+
        pub enum $codes:ident {
            $( $variant:ident $text:literal $severity:ident $description:literal; )*
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $codes {
            $( #[doc = $description] $variant, )*
        }

        impl $codes {
            /// Every code, in the order of the table.
            pub const ALL: &[$codes] = &[$( $codes::$variant, )*];

            /// The name in messages and reports, in kebab case.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $( $codes::$variant => $text, )* }
            }

            /// The code of a name.
            #[must_use]
            pub fn named(text: &str) -> Option<$codes> {
                $codes::ALL.iter().copied().find(|code| code.text() == text)
            }

            /// What it means, in one line.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self { $( $codes::$variant => $description, )* }
            }

            /// How much the finding weighs, unless a check is told otherwise.
            #[must_use]
            pub const fn severity(self) -> $crate::diagnostic::Severity {
                match self { $( $codes::$variant => $crate::diagnostic::Severity::$severity, )* }
            }
        }

        impl $crate::diagnostic::Coded for $codes {
            fn name(self) -> &'static str {
                self.text()
            }

            fn weight(self) -> $crate::diagnostic::Severity {
                self.severity()
            }
        }
    };
}

/// The rows of the codes of a document, before those of whoever declares the list.
#[macro_export]
macro_rules! codes_with_those_of_documents {
    (
        $(#[doc = $doc:literal])+
        pub enum $codes:ident {
            $($rows:tt)*
        }
    ) => {
        $crate::codes! {
            $(#[doc = $doc])+
            pub enum $codes {
                // the text
                InvalidYaml "invalid-yaml" Error "The file is not YAML.";
                EmptyFile "empty-file" Error "The file holds no scenario.";
                SeveralDocuments "several-documents" Error "The file holds more than one YAML document.";
                UnsupportedTag "unsupported-tag" Error "A YAML tag other than YAML's own.";
                ControlCharacter "control-character" Error "An invisible control character in the file.";
                TooComplex "too-complex" Error "The file is nested too deep, or its aliases expand to too much.";
                DuplicateKey "duplicate-key" Error "A key is given twice in one part.";
                KeyNotText "key-not-text" Error "A key is not a word.";
                SetPath "set-path" Error "The path of a `--set` does not exist.";
                // keys and kinds
                UnknownKey "unknown-key" Error "A key that is not part of the language.";
                MissingKey "missing-key" Error "A required key is not there.";
                NoValue "no-value" Error "A key has no value.";
                WrongKind "wrong-kind" Error "A map, a list or a single value where another is expected.";
                UnknownChoice "unknown-choice" Error "A word that is not one of the choices.";
                ExclusiveKeys "exclusive-keys" Error "Two keys that exclude each other.";
                MissingChoice "missing-choice" Error "None of several keys of which one is required.";
                IncompleteChoice "incomplete-choice" Error "A key without the key it belongs together with.";
                // values
                NotANumber "not-a-number" Error "A value that cannot be read as a number.";
                ShareAboveOne "share-above-one" Error "A share written as a bare number above 1.";
                OutOfBounds "out-of-bounds" Error "A number outside its bounds.";
                NotWhole "not-whole" Error "A fraction where things are counted.";
                UnknownCurrency "unknown-currency" Error "A currency that ISO 4217 does not know.";
                InvalidDate "invalid-date" Error "A date that is not in the calendar.";
                InvalidFingerprint "invalid-fingerprint" Error "A fingerprint of a file that is not 64 hexadecimal digits.";
                InvalidLabel "invalid-label" Error "A label that is empty, too long, or more than one line of visible text.";
                // how many there are
                TooMany "too-many" Error "More options, workloads or lines than the limits allow.";
                EmptyList "empty-list" Error "A list without entries.";
                $($rows)*
            }
        }
    };
}

codes_with_those_of_documents! {
    /// What kind of finding of a document, of its keys or of its values a diagnostic is.
    pub enum DocumentCode {}
}

//! Finding codes: every kind of finding has a stable name that people search for and checks refer to. The codes of documents
//! are declared here; other crates declare theirs together with these, in one list.

use super::Severity;
use std::fmt::Debug;

/// Kind of finding.
pub trait Coded: Copy + Eq + Debug {
    /// Name in messages and reports, in kebab case.
    fn name(self) -> &'static str;
    /// Default severity; a check may override it.
    fn weight(self) -> Severity;
}

/// Declares a list of codes, one row each: variant, name, severity, and description in one line.
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
            /// All codes, in declaration order.
            pub const ALL: &[$codes] = &[$( $codes::$variant, )*];

            /// Name in messages and reports, in kebab case.
            #[must_use]
            pub const fn text(self) -> &'static str {
                match self { $( $codes::$variant => $text, )* }
            }

            /// The code with a name.
            #[must_use]
            pub fn named(text: &str) -> Option<$codes> {
                $codes::ALL.iter().copied().find(|code| code.text() == text)
            }

            /// Description in one line.
            #[must_use]
            pub const fn description(self) -> &'static str {
                match self { $( $codes::$variant => $description, )* }
            }

            /// Default severity; a check may override it.
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

/// Declares a list of codes that starts with those of documents.
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
                // source text
                InvalidYaml "invalid-yaml" Error "The file is not YAML.";
                EmptyFile "empty-file" Error "The file contains no scenario.";
                SeveralDocuments "several-documents" Error "The file contains more than one YAML document.";
                UnsupportedTag "unsupported-tag" Error "A YAML tag other than the standard ones.";
                ControlCharacter "control-character" Error "An invisible control character in the file.";
                TooComplex "too-complex" Error "The file is nested too deeply, or its aliases expand to too much.";
                DuplicateKey "duplicate-key" Error "A key is given twice in one part.";
                KeyNotText "key-not-text" Error "A key is not a word.";
                SetPath "set-path" Error "The path of a `--set` does not exist.";
                // keys and types
                UnknownKey "unknown-key" Error "A key that is not part of the language.";
                MissingKey "missing-key" Error "A required key is missing.";
                NoValue "no-value" Error "A key has no value.";
                WrongKind "wrong-kind" Error "A map, a list or a single value where another is expected.";
                UnknownChoice "unknown-choice" Error "A word that is not one of the choices.";
                ExclusiveKeys "exclusive-keys" Error "Two keys that exclude each other.";
                MissingChoice "missing-choice" Error "None of several keys of which one is required.";
                IncompleteChoice "incomplete-choice" Error "A key without another key that it requires.";
                // values
                NotANumber "not-a-number" Error "A value that cannot be read as a number.";
                ShareAboveOne "share-above-one" Error "A share written as a bare number above 1.";
                OutOfBounds "out-of-bounds" Error "A number outside its bounds.";
                NotWhole "not-whole" Error "A fraction where a whole number is required.";
                UnknownCurrency "unknown-currency" Error "A currency code that is not in ISO 4217.";
                InvalidDate "invalid-date" Error "A date that does not exist in the calendar.";
                InvalidFingerprint "invalid-fingerprint" Error "A file fingerprint that is not 64 hexadecimal digits.";
                InvalidLabel "invalid-label" Error "A label that is empty, too long, or more than one line of visible text.";
                // counts
                TooMany "too-many" Error "More options, workloads or lines than the limits allow.";
                EmptyList "empty-list" Error "A list without entries.";
                $($rows)*
            }
        }
    };
}

codes_with_those_of_documents! {
    /// Codes of findings about a document, its keys or its values.
    pub enum DocumentCode {}
}

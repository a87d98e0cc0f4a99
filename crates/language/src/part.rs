//! Macros that declare the language: a part with its keys, keys shared by several parts, and a choice of words.

/// Declares a part: the type that holds what was read, its reading, and its declaration.
///
/// A key is one entry: its meaning, name, type, default (`= "0%"`), and attributes, each a method of
/// [`Key`](crate::declaration::Key). Attributes of the part follow its keys, each a method of
/// [`DeclaredPart`](crate::declaration::DeclaredPart). A key whose type is `Option` or `Named` may be left out. In place of a
/// key, `include NAME;` inserts the keys that [`keys!`](crate::keys) declares under a name.
#[macro_export]
macro_rules! part {
    // all keys are expanded: match the declaration arm below
    (@of [$($head:tt)*] [$($rules:tt)*] [$($keys:tt)*] []) => {
        $crate::part! { $($head)* { $($keys)* } $($rules)* }
    };
    (@of $head:tt $rules:tt $keys:tt [include $shared:ident; $($more:tt)*]) => {
        $shared! { $head $rules $keys [$($more)*] }
    };
    (@of $head:tt $rules:tt [$($keys:tt)*] [
        $(#[doc = $meaning:literal])+
        $key:ident: $type:ty $(= $default:literal)? $(, $attribute:ident($($argument:expr),*))*;
        $($more:tt)*
    ]) => {
        $crate::part! { @of $head $rules [
            $($keys)*
            $(#[doc = $meaning])+ $key: $type $(= $default)? $(, $attribute($($argument),*))*;
        ] [$($more)*] }
    };
    (
        $(#[doc = $doc:literal])+
        pub struct $part:ident {
            $(
                $(#[doc = $meaning:literal])+
                $key:ident: $type:ty $(= $default:literal)? $(, $attribute:ident($($argument:expr),*))*;
            )*
        }
        $( $rule:ident($($of:expr),* $(,)?); )*
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug)]
        pub struct $part {
            $( $(#[doc = $meaning])+ pub $key: $type, )*
        }

        impl $part {
            /// Declaration of the part.
            pub const PART: &'static $crate::declaration::DeclaredPart = {
                static PART: $crate::declaration::DeclaredPart = $crate::declaration::DeclaredPart::new(
                    stringify!($part),
                    &[$($doc),+],
                    &[$(
                        $crate::declaration::Key::new(
                            stringify!($key),
                            &[$($meaning),+],
                            <$type as $crate::reading::FromDocument>::EXPECTED,
                            <$type as $crate::reading::FromDocument>::MAY_BE_ABSENT,
                        )
                        $(.default($default))?
                        $(.$attribute($($argument),*))*
                    ),*],
                )
                $(.$rule($($of),*))*;
                &PART
            };

            /// The declaration as a function, for parts that refer to each other.
            pub fn part() -> &'static $crate::declaration::DeclaredPart {
                $part::PART
            }
        }

        impl $crate::reading::FromDocument for $part {
            const EXPECTED: &'static $crate::expected_type::ExpectedType =
                &$crate::expected_type::ExpectedType::Part($part::PART);

            fn read(cursor: $crate::reading::Cursor<'_>) -> $part {
                $( let mut $key: Option<$type> = None; )*
                let mut members = cursor.members($part::PART);
                while let Some((key, value)) = members.next_member() {
                    match key.name {
                        $( stringify!($key) => {
                            $key = Some(<$type as $crate::reading::FromDocument>::read(value));
                        } )*
                        _ => {}
                    }
                }
                $part {
                    $( $key: $key.unwrap_or_else(|| {
                        <$type as $crate::reading::FromDocument>::read(cursor.placeholder())
                    }), )*
                }
            }

            fn restate(&mut self, at: $crate::document::NodeId, number: rust_decimal::Decimal) -> bool {
                $( <$type as $crate::reading::FromDocument>::restate(&mut self.$key, at, number) )||*
            }
        }
    };
    // some keys are included: expand them one after another
    (
        $(#[doc = $doc:literal])+
        pub struct $part:ident { $($keys:tt)* }
        $($rules:tt)*
    ) => {
        $crate::part! { @of [$(#[doc = $doc])+ pub struct $part] [$($rules)*] [] [$($keys)*] }
    };
}

/// Declares keys shared by several parts, under a name by which [`part!`](macro@crate::part) includes them. Their types are
/// resolved where they are included. `$` is passed in for the macro that this one defines.
#[macro_export]
macro_rules! keys {
    (
        ($d:tt)
        $(#[doc = $doc:literal])+
        $name:ident { $($keys:tt)* }
    ) => {
        $(#[doc = $doc])+
        macro_rules! $name {
            ($d head:tt $d rules:tt [$d($d before:tt)*] $d after:tt) => {
                $crate::part! { @of $d head $d rules [$d($d before)* $($keys)*] $d after }
            };
        }
        pub(crate) use $name;
    };
}

/// Declares a choice of words: the type, how its words are read, and their aliases.
#[macro_export]
macro_rules! words {
    (
        $(#[doc = $doc:literal])+
        pub enum $words:ident {
            $(
                $(#[doc = $meaning:literal])+
                $variant:ident = $name:literal $(aliases $($aliases:literal),+)?;
            )+
        }
    ) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $words {
            $( $(#[doc = $meaning])+ $variant, )+
        }

        impl $words {
            /// Its name in scenarios and in machine-readable output.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $( $words::$variant => $name, )+ }
            }
        }

        impl $words {
            /// Declaration of the choice.
            pub const WORDS: &'static $crate::declaration::Words = {
                static WORDS: $crate::declaration::Words = $crate::declaration::Words::new(
                    stringify!($words),
                    &[$($doc),+],
                    &[$( $crate::declaration::Word::new($name, &[$($meaning),+], &[$($($aliases),+)?]) ),+],
                );
                &WORDS
            };
        }

        impl $crate::reading::FromDocument for $words {
            const EXPECTED: &'static $crate::expected_type::ExpectedType =
                &$crate::expected_type::ExpectedType::Word($words::WORDS);

            fn read(cursor: $crate::reading::Cursor<'_>) -> $words {
                let all = [$( $words::$variant ),+];
                let chosen = cursor.word($words::WORDS);
                all.into_iter().find(|word| word.name() == chosen).unwrap_or(all[0])
            }
        }
    };
}

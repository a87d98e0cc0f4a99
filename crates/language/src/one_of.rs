//! Macro for keys that exclude each other.

/// Declares keys, or sets of keys, that exclude each other: an enum with a variant per alternative, its `KEYS` for the
/// [`Choice`](crate::choice::Choice) of the parts, and a method on each part that returns the alternative it was given with.
/// Alternatives that only one part has follow `only` and the name of that part; `SHARED_KEYS` are those of the other part.
/// A part of another module with the same alternatives names them there, `one_of! { Enum of Part by method { Variant(key); } }`.
#[macro_export]
macro_rules! one_of {
    (
        $(#[doc = $doc:literal])+
        pub enum $name:ident of $($part:ident),+ by $which:ident {
            $($(#[doc = $meaning:literal])+ $variant:ident($($key:ident: $said:ty),+);)+
        }
    ) => {
        $crate::one_of! { @enum [$(#[doc = $doc])+] $name [$($(#[doc = $meaning])+ $variant($($said),+);)+] }
        impl $name<'_> {
            /// Keys of each alternative, in declaration order.
            pub const KEYS: &'static [&'static [&'static str]] = &[$(&[$(stringify!($key)),+]),+];
        }
        $crate::one_of! { @which $name $which [$($part)+] [$($variant($($key),+);)+] }
    };
    (
        $(#[doc = $doc:literal])+
        pub enum $name:ident of $most:ident, $other:ident by $which:ident {
            $($(#[doc = $first_meaning:literal])+ $first:ident($($first_key:ident: $first_said:ty),+);)+
            only $only_part:ident {
                $($(#[doc = $meaning:literal])+ $variant:ident($($key:ident: $said:ty),+);)+
            }
            $($(#[doc = $last_meaning:literal])+ $last:ident($($last_key:ident: $last_said:ty),+);)+
        }
    ) => {
        $crate::one_of! { @enum [$(#[doc = $doc])+] $name [
            $($(#[doc = $first_meaning])+ $first($($first_said),+);)+
            $($(#[doc = $meaning])+ $variant($($said),+);)+
            $($(#[doc = $last_meaning])+ $last($($last_said),+);)+
        ] }
        impl $name<'_> {
            /// Keys of each alternative, in declaration order.
            pub const KEYS: &'static [&'static [&'static str]] = &[
                $(&[$(stringify!($first_key)),+],)+
                $(&[$(stringify!($key)),+],)+
                $(&[$(stringify!($last_key)),+]),+
            ];
            /// Keys of the alternatives that both parts have.
            pub const SHARED_KEYS: &'static [&'static [&'static str]] = &[
                $(&[$(stringify!($first_key)),+],)+
                $(&[$(stringify!($last_key)),+]),+
            ];
        }
        $crate::one_of! { @which $name $which [$only_part] [
            $($first($($first_key),+);)+ $($variant($($key),+);)+ $($last($($last_key),+);)+
        ] }
        $crate::one_of! { @which $name $which [$other] [$($first($($first_key),+);)+ $($last($($last_key),+);)+] }
    };
    ($name:ident of $part:ident by $which:ident { $($variant:ident($($key:ident),+);)+ }) => {
        $crate::one_of! { @of $name $which $part [$($variant($($key),+);)+] }
    };
    (@enum [$(#[doc = $doc:literal])+] $name:ident [
        $($(#[doc = $meaning:literal])+ $variant:ident($($said:ty),+);)+
    ]) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug)]
        pub enum $name<'a> {
            $($(#[doc = $meaning])+ $variant($(&'a $said),+)),+
        }
    };
    (@which $name:ident $which:ident [$($part:ident)+] $variants:tt) => {
        $($crate::one_of! { @of $name $which $part $variants })+
    };
    (@of $name:ident $which:ident $part:ident [$($variant:ident($($key:ident),+);)+]) => {
        impl $part {
            /// The given alternative.
            #[must_use]
            pub fn $which(&self) -> $name<'_> {
                let given = || {
                    $(if let ($(Some($key),)+) = ($(self.$key.as_ref(),)+) {
                        return Some($name::$variant($($key),+));
                    })+
                    None
                };
                given().expect("a choice holds that one of the keys is given")
            }
        }
    };
}

//! Macro that generates types from the table of quantities.

/// Declares quantities: documentation, name, unit, bounds, notation (`Money` is a number with an optional currency code), and
/// example.
#[macro_export]
macro_rules! quantities {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $unit:expr, $least:literal ..= $most:literal, $form:ident, like $example:literal
        $(, thousandfold $display_name:literal $short:literal)?;
    )*) => {
        /// Every kind of quantity, in declaration order.
        pub const KINDS: &[&$crate::quantity::QuantityKind] = &[$( $name::ROW, )*];
        $(
            $crate::quantities!(@type $form $(#[doc = $doc])+ $name);

            impl $name {
                /// Row of the table.
                const ROW: &'static $crate::quantity::QuantityKind = &$crate::quantity::QuantityKind {
                    name: stringify!($name),
                    unit: $unit,
                    least: stringify!($least),
                    most: stringify!($most),
                    form: $crate::quantities!(@form $form),
                    meaning: concat!($($doc),+).trim_ascii(),
                    example: $example,
                    thousandth: [$(Some(($display_name, $short)),)? None][0],
                };
            }
            impl $crate::reading::FromDocument for $name {
                const EXPECTED: &'static $crate::expected_type::ExpectedType =
                    &$crate::expected_type::ExpectedType::Quantity($name::ROW);

                fn read(cursor: $crate::reading::Cursor<'_>) -> $name {
                    $crate::quantities!(@read $form $name cursor)
                }

                fn become_number(&mut self, number: rust_decimal::Decimal) -> bool {
                    self.0 = number;
                    true
                }
            }
            $crate::quantities!(@$form $name);
        )*
    };
    // an amount of money may have its own currency
    (@type Money $(#[doc = $doc:literal])+ $name:ident) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name(pub rust_decimal::Decimal, pub Option<$crate::document::CurrencyCode>);

        impl $crate::quantity::Money for $name {
            const KIND: &'static $crate::quantity::QuantityKind = $name::ROW;

            fn amount(&self) -> rust_decimal::Decimal {
                self.0
            }

            fn currency(&self) -> Option<$crate::document::CurrencyCode> {
                self.1
            }
        }
    };
    (@type $form:ident $(#[doc = $doc:literal])+ $name:ident) => {
        $(#[doc = $doc])+
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $name(pub rust_decimal::Decimal);

        impl $crate::quantity::Quantity for $name {
            const KIND: &'static $crate::quantity::QuantityKind = $name::ROW;

            fn decimal(&self) -> rust_decimal::Decimal {
                self.0
            }
        }
    };
    (@form Money) => { $crate::quantity::NumberForm::Number };
    (@form $form:ident) => { $crate::quantity::NumberForm::$form };
    (@read Money $name:ident $cursor:ident) => {{
        let (number, currency) = $cursor.amount($name::ROW);
        $name(number, currency)
    }};
    (@read $form:ident $name:ident $cursor:ident) => {
        $name($cursor.quantity($name::ROW))
    };
    (@Money $name:ident) => {};
    (@Number $name:ident) => {};
    (@Share $name:ident) => {};
    (@Count $name:ident) => {
        impl $name {
            /// The number.
            #[must_use]
            pub fn count(self) -> u32 {
                rust_decimal::prelude::ToPrimitive::to_u32(&self.0).unwrap_or_default()
            }
        }
    };
}

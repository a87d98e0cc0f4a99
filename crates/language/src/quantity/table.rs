//! How the table of quantities becomes types.

/// Declares quantities: of each what it is, its name, what it counts, its bounds, how it is written, and a value as it could
/// be typed.
#[macro_export]
macro_rules! quantities {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $unit:expr, $least:literal ..= $most:literal, $form:ident, like $example:literal
        $(, thousandfold $called:literal $short:literal)?;
    )*) => {
        /// Every kind of quantity, in the order of the table.
        pub const KINDS: &[&$crate::quantity::QuantityKind] =
            &[$( <$name as $crate::quantity::Quantity>::KIND, )*];
        $(
            $(#[doc = $doc])+
            #[derive(Clone, Copy, Debug, PartialEq)]
            pub struct $name(pub rust_decimal::Decimal);

            impl $crate::quantity::Quantity for $name {
                const KIND: &'static $crate::quantity::QuantityKind = &$crate::quantity::QuantityKind {
                    name: stringify!($name),
                    unit: $unit,
                    least: stringify!($least),
                    most: stringify!($most),
                    form: $crate::quantity::NumberForm::$form,
                    meaning: concat!($($doc),+).trim_ascii(),
                    example: $example,
                    thousandth: [$(Some(($called, $short)),)? None][0],
                };
                fn decimal(&self) -> rust_decimal::Decimal {
                    self.0
                }
            }
            impl $crate::reading::FromDocument for $name {
                const WANTED: &'static $crate::wanted::Wanted =
                    &$crate::wanted::Wanted::Quantity(<$name as $crate::quantity::Quantity>::KIND);

                fn read(cursor: $crate::reading::Cursor<'_>) -> $name {
                    $name(cursor.quantity(<$name as $crate::quantity::Quantity>::KIND))
                }

                fn become_number(&mut self, number: rust_decimal::Decimal) -> bool {
                    self.0 = number;
                    true
                }
            }
            $crate::quantities!(@$form $name);
        )*
    };
    (@Number $name:ident) => {};
    (@Share $name:ident) => {};
    (@Count $name:ident) => {
        impl $name {
            /// How many there are.
            #[must_use]
            pub fn count(self) -> u32 {
                rust_decimal::prelude::ToPrimitive::to_u32(&self.0).unwrap_or_default()
            }
        }
    };
}

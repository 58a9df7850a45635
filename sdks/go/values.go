package platform

import "github.com/oapi-codegen/nullable"

// Ptr returns a pointer to a value, for optional properties.
func Ptr[T any](value T) *T { return &value }

// Value is the value of a property that can be null.
func Value[T any](value T) nullable.Nullable[T] { return nullable.NewNullableWithValue(value) }

// Null clears a property. A property that is left out keeps its value.
func Null[T any]() nullable.Nullable[T] { return nullable.NewNullNullable[T]() }

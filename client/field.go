package client

import "encoding/json"

// Field is an optional field of a request. The zero Field is absent: an update does not change it.
type Field[T any] struct {
	value   T
	present bool
	null    bool
}

// Set returns a field with a value.
func Set[T any](value T) Field[T] { return Field[T]{value: value, present: true} }

// Clear returns a field that is null: an update removes its value.
func Clear[T any]() Field[T] { return Field[T]{present: true, null: true} }

// IsZero reports whether the field is absent. encoding/json calls it.
func (f Field[T]) IsZero() bool { return !f.present }

// MarshalJSON returns the value or null.
func (f Field[T]) MarshalJSON() ([]byte, error) {
	if f.null || !f.present {
		return []byte("null"), nil
	}
	return json.Marshal(f.value)
}

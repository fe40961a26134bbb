package apikit

import (
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// Opt is a field of a request that may be absent, null or a value.
type Opt[T any] struct {
	Named bool // the request has the field, null or not
	Null  bool
	Value T
}

// UnmarshalJSON is called only for fields that are present.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	o.Named = true
	if string(data) == "null" {
		o.Null = true
		return nil
	}
	return json.Unmarshal(data, &o.Value)
}

// Schema is T's schema. Null is allowed for objects, and for fields with the
// tag `nullable`.
func (Opt[T]) Schema(r huma.Registry) *huma.Schema {
	s := SchemaOf[T](r)
	if s.Ref == "" {
		return s
	}
	return orNull(s)
}

// OrNull is an object of a response that may be null.
type OrNull[T any] struct{ Value *T }

// MarshalJSON writes the object or null.
func (o OrNull[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(o.Value)
}

// Schema is T's schema, or null.
func (OrNull[T]) Schema(r huma.Registry) *huma.Schema { return orNull(SchemaOf[T](r)) }

// SetTo assigns the value to target when the field is present.
func (o Opt[T]) SetTo(target *T) {
	if o.Named {
		*target = o.Value
	}
}

// Pointer returns the value, or nil when the field is absent.
func (o Opt[T]) Pointer() *T {
	if !o.Named {
		return nil
	}
	return &o.Value
}

// FormText is text that a person typed into a form. Values of other types are
// decoded as empty, so that the service answers with the form's own message.
type FormText string

// UnmarshalJSON decodes text; other values become empty.
func (e *FormText) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*e = FormText(text)
	}
	return nil
}

package apikit

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
)

// Raw is a T in a body that the operation decodes itself, so that fields of
// the wrong type are reported together with those that the service rejects,
// and one T of a list can be invalid without the others.
type Raw[T any] struct {
	data []byte
	tree any // data, parsed; nil if it has to be
}

// parsed is a Raw that is a whole body.
type parsed interface{ set(data []byte, tree any) }

func (r *Raw[T]) set(data []byte, tree any) { r.data, r.tree = data, tree }

// UnmarshalJSON stores the JSON.
func (r *Raw[T]) UnmarshalJSON(data []byte) error {
	r.data = bytes.Clone(data)
	return nil
}

// Schema is T's schema.
func (Raw[T]) Schema(r huma.Registry) *huma.Schema { return SchemaOf[T](r) }

// IsZero reports whether the field was absent.
func (r Raw[T]) IsZero() bool { return len(r.data) == 0 }

// Decode returns the T and the fields that do not match its schema. Top-level
// fields with an error are left at their zero value. The error is Malformed or
// Invalid when there is no object to decode.
func (r Raw[T]) Decode(schemas huma.Registry) (T, []fault.Field, error) {
	var out T
	tree := r.tree
	if tree == nil && json.Unmarshal(r.data, &tree) != nil {
		return out, nil, fault.New(fault.Malformed, "The body cannot be read as JSON.")
	}
	if _, ok := tree.(map[string]any); !ok {
		return out, nil, fault.New(fault.Invalid, "The body must be a JSON object.")
	}
	invalid := invalidFields(schemas, SchemaOf[T](schemas), tree)
	if len(invalid) == 0 && json.Unmarshal(r.data, &out) == nil {
		return out, nil, nil
	}
	return r.decodeValid(invalid)
}

// decodeValid decodes the top-level fields without an error. It adds the fields that match
// the schema and not the Go type to those that are invalid: a number is too large.
func (r Raw[T]) decodeValid(invalid []fault.Field) (out T, _ []fault.Field, _ error) {
	malformed := fault.New(fault.Malformed, "The body cannot be read as JSON.")
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(r.data, &fields); err != nil {
		return out, nil, malformed
	}
	for _, f := range invalid {
		dropField(fields, f.Field)
	}
	for {
		rest, err := json.Marshal(fields)
		if err == nil {
			out = *new(T)
			err = json.Unmarshal(rest, &out)
		}
		if err == nil {
			return out, invalid, nil
		}
		var wrong *json.UnmarshalTypeError
		if !errors.As(err, &wrong) {
			return out, nil, malformed
		}
		path := typeErrorPath(rest, wrong)
		if !dropField(fields, path) {
			return out, nil, malformed
		}
		invalid = append(invalid, fault.Field{Field: path, Message: "Must be " + kindName(wrong.Type) + "."})
	}
}

// dropField deletes the top-level field that a path begins with, whatever its
// case, and reports whether there was one.
func dropField(fields map[string]json.RawMessage, path string) bool {
	name := path[:len(path)-len(strings.TrimLeft(path, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))]
	before := len(fields)
	maps.DeleteFunc(fields, func(key string, _ json.RawMessage) bool { return strings.EqualFold(key, name) })
	return len(fields) < before
}

// WithFieldName prefixes the message of a fault with the name of the first
// field that Decode rejected: huma's messages do not name the field.
func WithFieldName(err error, decodeErrors []fault.Field) error {
	var f *fault.Error
	if len(decodeErrors) == 0 || !errors.As(err, &f) || !slices.Contains(f.Fields, decodeErrors[0]) {
		return err
	}
	out := *f
	out.Message = decodeErrors[0].Field + ": " + decodeErrors[0].Message
	return &out
}

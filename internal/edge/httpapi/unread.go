package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
)

// Raw is a T of a body that the operation reads itself: what has the wrong
// shape is then told together with what the service finds, and one of many can
// be wrong without the others.
type Raw[T any] struct{ data []byte }

// UnmarshalJSON keeps what was sent.
func (r *Raw[T]) UnmarshalJSON(data []byte) error {
	r.data = bytes.Clone(data)
	return nil
}

// Schema is T's.
func (Raw[T]) Schema(r huma.Registry) *huma.Schema { return ref[T](r) }

// read returns the T of what could be read, and the parts that have not the
// shape that the document promises. A part with a fault is left out whole.
func (r Raw[T]) read(known huma.Registry) (T, []fault.Field, error) {
	var out T
	var tree any
	if err := json.Unmarshal(r.data, &tree); err != nil {
		return out, nil, fault.New(fault.Malformed, "The body cannot be read as JSON.")
	}
	if _, ok := tree.(map[string]any); !ok {
		return out, nil, fault.New(fault.Invalid, "The body must be a JSON object.")
	}
	var parts map[string]json.RawMessage
	if err := json.Unmarshal(r.data, &parts); err != nil {
		return out, nil, fault.New(fault.Malformed, "The body cannot be read as JSON.")
	}
	faults := misshapen(known, reflect.TypeFor[T](), tree)
	for _, f := range faults {
		leaveOut(parts, f.Field)
	}
	for {
		rest, err := json.Marshal(parts)
		if err == nil {
			out = *new(T)
			err = json.Unmarshal(rest, &out)
		}
		if err == nil {
			return out, faults, nil
		}
		// The shape is right and the value is not: a number that is too big.
		var wrong *json.UnmarshalTypeError
		if !errors.As(err, &wrong) {
			return out, nil, fault.New(fault.Malformed, "The body cannot be read as JSON.")
		}
		path := typeErrorPath(rest, wrong)
		if !leaveOut(parts, path) {
			return out, nil, fault.New(fault.Malformed, "The body cannot be read as JSON.")
		}
		faults = append(faults, fault.Field{Field: path, Message: "Must be " + kindName(wrong.Type) + "."})
	}
}

// misshapen returns where a tree differs from the schema of a type.
func misshapen(known huma.Registry, of reflect.Type, tree any) []fault.Field {
	var found huma.ValidateResult
	at := huma.NewPathBuffer(make([]byte, 0, 128), 0)
	at.Push("body")
	huma.Validate(known, known.Schema(of, true, ""), at, huma.ModeWriteToServer, tree, &found)
	var out []fault.Field
	for _, err := range found.Errors {
		var detail huma.ErrorDetailer
		if errors.As(err, &detail) {
			field, sentence := fieldOf(detail.ErrorDetail())
			out = append(out, fault.Field{Field: field, Message: sentence})
		}
	}
	return out
}

// leaveOut takes the part away that a field's path begins with, whatever its
// case, and reports whether there was one.
func leaveOut(parts map[string]json.RawMessage, path string) bool {
	name := path[:len(path)-len(strings.TrimLeft(path, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"))]
	before := len(parts)
	maps.DeleteFunc(parts, func(key string, _ json.RawMessage) bool { return strings.EqualFold(key, name) })
	return len(parts) < before
}

// withField tells the field's name in the sentence of a fault that begins with
// an unread part: that sentence is the framework's and names nothing.
func withField(err error, unread []fault.Field) error {
	var f *fault.Error
	if len(unread) == 0 || !errors.As(err, &f) || !slices.Contains(f.Fields, unread[0]) {
		return err
	}
	out := *f
	out.Message = unread[0].Field + ": " + unread[0].Message
	return &out
}

package httpapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
)

// jsonFormat reads and writes bodies. It reads as encoding/json does (unknown
// fields are ignored, so that a document that was read can be sent back), but
// tells what is wrong without a word of Go and without the value.
func jsonFormat() huma.Format {
	return huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: readJSON}
}

func readJSON(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var wrongType *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return mark(markMalformed, fmt.Sprintf("The body is not valid JSON: look near byte %d.", syntax.Offset))
	case errors.As(err, &wrongType) && wrongType.Field != "":
		return mark(markField, typeErrorPath(data, wrongType)+"=Must be "+kindName(wrongType.Type)+".")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return mark(markMalformed, "The body is not valid JSON: it ends too early.")
	}
	return mark(markMalformed, "The body cannot be read as JSON.")
}

// jsonPath takes the names of embedded Go structs out of a path: fields of the
// wire begin with a small letter.
func jsonPath(path string) string {
	parts := strings.Split(path, ".")
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p != "" && unicode.IsUpper(rune(p[0])) }), ".")
}

// typeErrorPath returns the path of the value that has the wrong type, with the
// places in lists that encoding/json leaves out: rules[0].when.
func typeErrorPath(data []byte, wrong *json.UnmarshalTypeError) string {
	plain := jsonPath(wrong.Field)
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if decoder.Decode(&tree) != nil {
		return plain
	}
	if found, ok := findWrong(tree, strings.Split(plain, "."), wrong.Value); ok {
		return strings.TrimPrefix(found, ".")
	}
	return plain
}

// findWrong returns the path below tree of the first value at names whose kind
// is that of the error, such as "string" or "number 1e99".
func findWrong(tree any, names []string, kind string) (string, bool) {
	if list, ok := tree.([]any); ok && (len(names) > 0 || kind != "array") {
		for i, item := range list {
			if rest, ok := findWrong(item, names, kind); ok {
				return fmt.Sprintf("[%d]%s", i, rest), true
			}
		}
		return "", false
	}
	if len(names) == 0 {
		return "", isKind(tree, kind)
	}
	object, ok := tree.(map[string]any)
	if !ok {
		return "", false
	}
	for name, value := range object {
		if strings.EqualFold(name, names[0]) {
			if rest, ok := findWrong(value, names[1:], kind); ok {
				return "." + names[0] + rest, true
			}
		}
	}
	return "", false
}

// isKind reports whether a value is what encoding/json calls kind.
func isKind(value any, kind string) bool {
	switch v := value.(type) {
	case string:
		return kind == "string"
	case bool:
		return kind == "bool"
	case json.Number:
		return kind == "number" || kind == "number "+v.String()
	case map[string]any:
		return kind == "object"
	case []any:
		return kind == "array"
	}
	return false
}

// kindName says in plain words what belongs into a Go type.
func kindName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Struct, reflect.Map:
		return "an object"
	default:
		return "a number that fits"
	}
}

// Opt is a part of a request that may be absent, null or a value.
type Opt[T any] struct {
	Named bool // it was in the request, null or not
	Null  bool
	Value T
}

// UnmarshalJSON is called only when the part is there.
func (o *Opt[T]) UnmarshalJSON(data []byte) error {
	o.Named = true
	if string(data) == "null" {
		o.Null = true
		return nil
	}
	return json.Unmarshal(data, &o.Value)
}

// Schema is that of T; whether null is allowed too is said by the field's tag
// `nullable`, and for objects always.
func (Opt[T]) Schema(r huma.Registry) *huma.Schema {
	s := ref[T](r)
	if s.Ref == "" {
		return s
	}
	return orNull(s)
}

// OrNull is an object of an answer that may be null.
type OrNull[T any] struct{ Value *T }

// MarshalJSON writes the object or null.
func (o OrNull[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(o.Value)
}

// Schema is T's, or null.
func (OrNull[T]) Schema(r huma.Registry) *huma.Schema { return orNull(ref[T](r)) }

// orNull is told to clients as an extension: the framework's own anyOf takes
// anything for null, and encoding/json checks the shape anyway.
func orNull(s *huma.Schema) *huma.Schema {
	return &huma.Schema{Extensions: map[string]any{"anyOf": []*huma.Schema{s, {Type: "null"}}}}
}

// entry is text that a person typed into a form. Whatever else stands there
// counts as nothing typed, so that the form's own sentence answers it.
type entry string

// UnmarshalJSON takes text and lets everything else be empty.
func (e *entry) UnmarshalJSON(data []byte) error {
	var text string
	if json.Unmarshal(data, &text) == nil {
		*e = entry(text)
	}
	return nil
}

// text returns null for the empty text: "not set".
func text(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// moment returns null for the zero time: "not set".
func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return new(instant(t))
}

// instant is a time as the wire has it: in UTC, to the millisecond, which is
// what the stores keep. So a record reads the same when it is made and later.
func instant(t time.Time) time.Time { return t.UTC().Truncate(time.Millisecond) }

// orEmpty keeps null out of lists.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// each maps a list; never null.
func each[A, B any](list []A, f func(A) B) []B {
	out := make([]B, 0, len(list))
	for _, item := range list {
		out = append(out, f(item))
	}
	return out
}

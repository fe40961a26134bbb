package apikit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/fault"
)

// jsonFormat encodes responses as huma does. It decodes nothing: decodeBody does.
func jsonFormat() huma.Format {
	return huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: func([]byte, any) error { return nil }}
}

// readJSON decodes a body as encoding/json does (unknown fields are ignored, so that a
// client can send back what it received). Its errors are Malformed or Invalid, and mention
// neither Go types nor values.
func readJSON(data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var wrongType *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return fault.New(fault.Malformed, fmt.Sprintf("The body is not valid JSON near byte %d.", syntax.Offset))
	case errors.As(err, &wrongType) && wrongType.Field != "":
		var faults fault.List
		faults.Add(typeErrorPath(data, wrongType), "Must be "+kindName(wrongType.Type)+".")
		return withBodyMessage(faults.Err())
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fault.New(fault.Malformed, "The body is not valid JSON: it ends too early.")
	}
	return fault.New(fault.Malformed, "The body cannot be read as JSON.")
}

// jsonPath removes the names of embedded Go structs from a path: JSON fields
// begin with a lower-case letter.
func jsonPath(path string) string {
	parts := strings.Split(path, ".")
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p != "" && unicode.IsUpper(rune(p[0])) }), ".")
}

// typeErrorPath returns the path of the value that has the wrong type, with the
// list indices that encoding/json omits: rules[0].when.
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

// kindName returns the JSON name of a Go type.
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

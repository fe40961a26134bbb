package apikit

import (
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/locale"
)

// schemaPrefix begins the references to schemas.
const schemaPrefix = "#/components/schemas/"

// NamedSchema adds the schema that build returns to the document under a name,
// once, and returns a reference to it. The schema may refer to itself.
func NamedSchema(r huma.Registry, name string, build func() *huma.Schema) *huma.Schema {
	if _, ok := r.Map()[name]; !ok {
		r.Map()[name] = &huma.Schema{} // a placeholder, for schemas that refer to themselves
		s := build()
		s.PrecomputeMessages()
		r.Map()[name] = s
	}
	return &huma.Schema{Ref: schemaPrefix + name}
}

// SchemaOf returns a reference to the schema of T, or the schema itself when T
// has no name.
func SchemaOf[T any](r huma.Registry) *huma.Schema { return r.Schema(reflect.TypeFor[T](), true, "") }

// Enum returns the schema of a string that has one of the values.
func Enum[T ~string](values ...T) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString}
	for _, v := range values {
		s.Enum = append(s.Enum, string(v))
	}
	return s
}

// BinarySchema returns the schema of a file.
func BinarySchema() *huma.Schema { return &huma.Schema{Type: huma.TypeString, Format: "binary"} }

// Variant is a variant of a union: what objects of one type have.
type Variant struct {
	Type   string       // the value of the property "type"
	Schema *huma.Schema // a reference
}

// Union returns the schema of objects of several types, which their property "type"
// distinguishes. The variants are extensions, so that huma only checks that values are
// objects: their decoder has better messages.
func Union(description string, variants []Variant) *huma.Schema {
	schemas, mapping := make([]*huma.Schema, len(variants)), make(map[string]string, len(variants))
	for i, v := range variants {
		schemas[i], mapping[v.Type] = v.Schema, v.Schema.Ref
	}
	return &huma.Schema{
		Description: description,
		Extensions: map[string]any{
			"oneOf":         schemas,
			"discriminator": map[string]any{"propertyName": "type", "mapping": mapping},
		},
	}
}

// orNull is an extension instead of huma's anyOf: huma accepts any value where
// anyOf allows null, and encoding/json checks the shape anyway.
func orNull(s *huma.Schema) *huma.Schema {
	return &huma.Schema{Extensions: map[string]any{"anyOf": []*huma.Schema{s, {Type: "null"}}}}
}

// allowNull makes the pointers to objects among a type's fields null or an object, which
// they are in JSON. huma has them as objects.
func allowNull(t reflect.Type, s *huma.Schema) {
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		property := s.Properties[name]
		isObject := field.Type.Kind() == reflect.Pointer && field.Type.Elem().Kind() == reflect.Struct
		if !isObject || options != "" || property == nil || property.Ref == "" {
			continue
		}
		orNull := orNull(&huma.Schema{Ref: property.Ref})
		orNull.Description = property.Description
		s.Properties[name] = orNull
	}
}

// nullText is the form of null.Text in the document.
type nullText string

// Schema is a text or null.
func (nullText) Schema(huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Nullable: true}
}

// language is the form of locale.Fixed in the document.
type language string

// Schema is a tag of a language or null.
func (language) Schema(huma.Registry) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeString, Nullable: true, Examples: []any{"de"}}
	for _, tag := range locale.Tags() {
		s.Enum = append(s.Enum, tag)
	}
	return s
}

// nullJSON is the form of null.JSON in the document.
type nullJSON struct{}

// Schema is any value.
func (nullJSON) Schema(huma.Registry) *huma.Schema { return &huma.Schema{} }

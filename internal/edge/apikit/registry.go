package apikit

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/base/null"
	"linnet/internal/core/locale"
)

// registry holds the schemas of the document by name. It differs from huma's registry in
// three ways: a list may be null only where its field says so, unknown properties are not
// mentioned, and huma's error document is a Problem.
type registry struct {
	schemas map[string]*huma.Schema
	types   map[string]reflect.Type // of the schemas that were derived from a struct
	aliases map[reflect.Type]reflect.Type
	nameOf  func(t reflect.Type, hint string) string
}

func newRegistry(nameOf func(t reflect.Type, hint string) string) *registry {
	return &registry{
		schemas: map[string]*huma.Schema{},
		types:   map[string]reflect.Type{},
		aliases: map[reflect.Type]reflect.Type{
			reflect.TypeFor[huma.ErrorModel](): reflect.TypeFor[Problem](),
			reflect.TypeFor[null.Text]():       reflect.TypeFor[nullText](),
			reflect.TypeFor[locale.Fixed]():    reflect.TypeFor[language](),
			reflect.TypeFor[null.JSON]():       reflect.TypeFor[nullJSON](),
		},
		nameOf: nameOf,
	}
}

// Schema returns the schema of a type, or a reference to it if the type is a struct and
// allowRef is set. A struct without a name is named after the hint.
func (r *registry) Schema(t reflect.Type, allowRef bool, hint string) *huma.Schema {
	of := t
	for of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if alias, ok := r.aliases[of]; ok {
		return r.Schema(alias, allowRef, hint)
	}
	if !isNamed(of) {
		s := huma.SchemaFromType(r, t)
		if kind := of.Kind(); kind == reflect.Slice || kind == reflect.Array {
			s.Nullable = false
		}
		return s
	}
	name := r.nameOf(t, hint)
	if r.schemas[name] == nil {
		r.types[name] = of
		r.schemas[name] = &huma.Schema{} // a placeholder, for types that refer to themselves
		s := huma.SchemaFromType(r, of)
		s.AdditionalProperties = nil // tolerated, not promised: generated types have the documented fields only
		r.schemas[name] = s
	}
	if known := r.types[name]; known != of {
		panic(fmt.Sprintf("the schema %s is of %v and of %v", name, known, of))
	}
	if allowRef {
		return &huma.Schema{Ref: schemaPrefix + name}
	}
	return r.schemas[name]
}

// isNamed reports whether the schema of a type has a name: whether it is a struct whose
// fields are the properties of an object.
func isNamed(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || t == reflect.TypeFor[time.Time]() {
		return false
	}
	pointer := reflect.PointerTo(t)
	return !pointer.Implements(reflect.TypeFor[huma.SchemaProvider]()) && !pointer.Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// SchemaFromRef returns the schema that a reference refers to; nil if there is none.
func (r *registry) SchemaFromRef(ref string) *huma.Schema {
	name, ok := strings.CutPrefix(ref, schemaPrefix)
	if !ok {
		return nil
	}
	return r.schemas[name]
}

// TypeFromRef returns the struct that a reference refers to; nil if there is none.
func (r *registry) TypeFromRef(ref string) reflect.Type {
	return r.types[strings.TrimPrefix(ref, schemaPrefix)]
}

// Map returns the schemas by name.
func (r *registry) Map() map[string]*huma.Schema { return r.schemas }

// RegisterTypeAlias makes the schema of t that of another type.
func (r *registry) RegisterTypeAlias(t, alias reflect.Type) { r.aliases[t] = alias }

// MarshalJSON returns the schemas as the document has them.
func (r *registry) MarshalJSON() ([]byte, error) { return json.Marshal(r.schemas) }

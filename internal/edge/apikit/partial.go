package apikit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Partial is a T in a request of which every field may be absent, as in the body of a
// PATCH: an object that is merged into a T.
type Partial[T any] struct{ object []byte }

// merger is a type that decodes whole values differently from partial ones.
type merger interface{ MergeJSON(object []byte) error }

// UnmarshalJSON stores the object, if its fields are those of a T.
func (p *Partial[T]) UnmarshalJSON(object []byte) error {
	p.object = bytes.Clone(object)
	return p.merge(new(T))
}

func (p Partial[T]) merge(target *T) error {
	if err := p.detach(target); err != nil {
		return err
	}
	switch m := any(target).(type) {
	case merger:
		return m.MergeJSON(p.object)
	default:
		return json.Unmarshal(p.object, target)
	}
}

// detach makes the fields that the object has independent of the value that target was
// copied from: encoding/json decodes into existing lists, maps and objects. Lists and
// maps are replaced as a whole.
func (p Partial[T]) detach(target *T) error {
	value := reflect.ValueOf(target).Elem()
	if value.Kind() != reflect.Struct {
		return nil
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal(p.object, &object); err != nil {
		return err
	}
	for _, field := range reflect.VisibleFields(value.Type()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		named := slices.ContainsFunc(slices.Collect(maps.Keys(object)), func(n string) bool { return strings.EqualFold(n, name) })
		if !named || field.Anonymous {
			continue
		}
		switch f := value.FieldByIndex(field.Index); {
		case f.Kind() == reflect.Slice || f.Kind() == reflect.Map:
			f.SetZero()
		case f.Kind() == reflect.Pointer && !f.IsNil():
			copied := reflect.New(f.Type().Elem())
			copied.Elem().Set(f.Elem())
			f.Set(copied)
		}
	}
	return nil
}

// Onto sets the fields of the request in target, and leaves the others unchanged.
func (p Partial[T]) Onto(target *T) {
	if p.object == nil {
		return
	}
	if err := p.merge(target); err != nil {
		panic(fmt.Sprintf("merging an object that was decoded before: %v", err))
	}
}

// IsZero reports whether the object is absent.
func (p Partial[T]) IsZero() bool { return p.object == nil }

// MarshalJSON writes the object.
func (p Partial[T]) MarshalJSON() ([]byte, error) { return p.object, nil }

// Changes returns the fields in which after differs from before.
func Changes[T any](before, after T) (Partial[T], error) {
	var was, is map[string]json.RawMessage
	for value, fields := range map[*T]*map[string]json.RawMessage{&before: &was, &after: &is} {
		raw, err := json.Marshal(value)
		if err != nil {
			return Partial[T]{}, err
		}
		if err := json.Unmarshal(raw, fields); err != nil {
			return Partial[T]{}, err
		}
	}
	for name, value := range is {
		if bytes.Equal(value, was[name]) {
			delete(is, name)
		}
	}
	raw, err := json.Marshal(is)
	return Partial[T]{raw}, err
}

// Schema is that of T without required fields, under the name of T's schema with
// "Input".
func (Partial[T]) Schema(r huma.Registry) *huma.Schema {
	return NamedSchema(r, nameOf[T](r)+"Input", func() *huma.Schema {
		partial := fieldsOf[T](r)
		partial.Required = nil
		for _, property := range partial.Properties {
			property.Examples = nil // the whole object has them
		}
		return partial
	})
}

// Draft is a T in a request that creates one. Fields with the tag `optional` may be
// absent or null.
type Draft[T any] struct{ Partial[T] }

// Of returns the defaults with the fields of the request.
func (d Draft[T]) Of(defaults T) T {
	d.Onto(&defaults)
	return defaults
}

// Schema is that of T, under the name of T's schema after "Create".
func (Draft[T]) Schema(r huma.Registry) *huma.Schema {
	return NamedSchema(r, "Create"+nameOf[T](r), func() *huma.Schema {
		draft := fieldsOf[T](r)
		for _, field := range reflect.VisibleFields(reflect.TypeFor[T]()) {
			if _, optional := field.Tag.Lookup("optional"); !optional {
				continue
			}
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			draft.Required = slices.DeleteFunc(draft.Required, func(required string) bool { return required == name })
			draft.Properties[name].Nullable = true
		}
		return draft
	})
}

// nameOf returns the name of T's schema, which may not be in the document.
func nameOf[T any](r huma.Registry) string { return r.(*registry).nameOf(reflect.TypeFor[T](), "") }

// fieldsOf returns a schema with the fields of T.
func fieldsOf[T any](r huma.Registry) *huma.Schema {
	fields := huma.SchemaFromType(r, reflect.TypeFor[T]())
	fields.AdditionalProperties = nil // as in registry.Schema
	allowNull(reflect.TypeFor[T](), fields)
	return fields
}

// Query is a T in a query of which every parameter may be absent; empty ones are. T's
// fields are numbers, booleans and text.
type Query[T any] struct{ Partial[T] }

// queryObject describes the parameters of a Query.
type queryObject interface {
	queryParams(r huma.Registry) []*huma.Param
}

// queryParams returns the parameters, in the order of T's fields.
func (Query[T]) queryParams(r huma.Registry) []*huma.Param {
	fields := r.SchemaFromRef(SchemaOf[T](r).Ref).Properties
	var params []*huma.Param
	for _, name := range fieldNames[T]() {
		schema := *fields[name]
		schema.Description = ""
		params = append(params, &huma.Param{
			Name:        name,
			In:          "query",
			Description: fields[name].Description,
			Schema:      &schema,
		})
	}
	return params
}

// queryParamsOf returns the parameters of the Query fields of an operation's input.
func queryParamsOf[I any](r huma.Registry) []*huma.Param {
	var params []*huma.Param
	for i := range reflect.TypeFor[I]().NumField() {
		field := reflect.Zero(reflect.TypeFor[I]().Field(i).Type)
		if object, ok := field.Interface().(queryObject); ok {
			params = append(params, object.queryParams(r)...)
		}
	}
	return params
}

// Resolve decodes the parameters. huma calls it.
func (q *Query[T]) Resolve(ctx huma.Context) []error {
	object, result := map[string]any{}, &huma.ValidateResult{}
	names := fieldNames[T]()
	for _, p := range ctx.Operation().Parameters {
		text := ctx.Query(p.Name)
		if p.In != "query" || text == "" || !slices.Contains(names, p.Name) {
			continue
		}
		at := huma.NewPathBuffer(make([]byte, 0, 64), 0)
		at.Push("query")
		at.Push(p.Name)
		value, err := parseParam(p.Schema.Type, text)
		if err != nil {
			result.Add(at, text, err.Error())
			continue
		}
		huma.Validate(nil, p.Schema, at, huma.ModeWriteToServer, value, result)
		object[p.Name] = value
	}
	if len(result.Errors) > 0 || len(object) == 0 {
		return result.Errors
	}
	raw, err := json.Marshal(object)
	if err != nil {
		return []error{err}
	}
	if err := q.UnmarshalJSON(raw); err != nil {
		return []error{err}
	}
	return nil
}

// parseParam reads a parameter of a type of JSON Schema. Its errors are those that huma
// has for parameters.
func parseParam(kind, text string) (any, error) {
	switch kind {
	case huma.TypeInteger:
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil, errors.New("invalid integer")
		}
		return n, nil
	case huma.TypeBoolean:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return nil, errors.New("invalid boolean")
		}
		return b, nil
	}
	return text, nil
}

// fieldNames returns the names of T's fields in JSON.
func fieldNames[T any]() []string {
	var names []string
	for i := range reflect.TypeFor[T]().NumField() {
		name, _, _ := strings.Cut(reflect.TypeFor[T]().Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

package main

import (
	"encoding/json"
	"slices"
	"strings"
)

// openAPI is the part of a document that the generator reads.
type openAPI struct {
	Paths      map[string]map[string]operation
	Components struct {
		Schemas    map[string]schema
		Parameters map[string]parameter
	}
}

type operation struct {
	OperationID, Summary, Description string
	Parameters                        []parameter
	RequestBody                       *content
	Responses                         map[string]content

	path, method string
}

type content struct {
	Content map[string]struct{ Schema schema }
}

type parameter struct {
	Ref                   string `json:"$ref"`
	Name, In, Description string
	Required              bool
	Schema                schema
}

type schema struct {
	Ref                  string `json:"$ref"`
	Type                 types
	Format, Description  string
	Enum                 []any
	Properties           map[string]schema
	Required             []string
	Items                *schema
	AdditionalProperties *schema
	OneOf, AnyOf         []schema
}

// types are the types of a schema: one or, with null, two.
type types []string

// UnmarshalJSON reads a text or a list of texts.
func (t *types) UnmarshalJSON(raw []byte) error {
	if raw[0] == '[' {
		return json.Unmarshal(raw, (*[]string)(t))
	}
	*t = types{""}
	return json.Unmarshal(raw, &(*t)[0])
}

// kind returns the type that is not null, or "".
func (s schema) kind() string {
	for _, t := range s.Type {
		if t != "null" {
			return t
		}
	}
	return ""
}

// nullable returns the schema without null, and whether it allows null.
func (s schema) nullable() (schema, bool) {
	if slices.Contains(s.Type, "null") {
		return s, true
	}
	isNull := func(one schema) bool { return len(one.Type) == 1 && one.Type[0] == "null" }
	if len(s.AnyOf) == 2 && slices.ContainsFunc(s.AnyOf, isNull) {
		rest := slices.DeleteFunc(slices.Clone(s.AnyOf), isNull)
		return rest[0], true
	}
	return s, false
}

// named returns the name that a schema refers to, or "".
func (s schema) named() string {
	return strings.TrimPrefix(s.Ref, "#/components/schemas/")
}

// references calls visit with the names of all schemas that a schema refers to.
func (s schema) references(visit func(name string)) {
	if s.Ref != "" {
		visit(s.named())
	}
	for _, p := range s.Properties {
		p.references(visit)
	}
	for _, list := range [][]schema{s.OneOf, s.AnyOf} {
		for _, member := range list {
			member.references(visit)
		}
	}
	for _, one := range []*schema{s.Items, s.AdditionalProperties} {
		if one != nil {
			one.references(visit)
		}
	}
}

package httpapi

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// reference is what the template of the reference page shows.
type reference struct {
	Title, Version, Prefix string
	Intro                  []string // paragraphs
	Style                  template.CSS
	Groups                 []refGroup
	Schemas                []refSchema
}

type refGroup struct {
	Name, Anchor, Description string
	Operations                []refOperation
}

type refOperation struct {
	ID, Method, Path, Summary, Description string
	Public                                 bool
	Params                                 []refField
	Body                                   *refType
	Responses                              []refResponse
}

type refField struct {
	Name, Place, Description string
	Required                 bool
	Type                     refType
}

// refType names a type and, when it has a schema of its own, that schema.
type refType struct{ Before, Schema, After string }

type refResponse struct {
	Status, Description string
	Type                refType
}

type refSchema struct {
	Name, Description string
	Fields            []refField
}

func referenceOf(doc *huma.OpenAPI) reference {
	page := reference{
		Title: doc.Info.Title, Version: doc.Info.Version, Prefix: Prefix,
		Intro: strings.Split(doc.Info.Description, "\n\n"), Style: template.CSS(referenceStyle), //nolint:gosec // our own file
	}
	groups := map[string]*refGroup{}
	var order []string
	for _, tag := range doc.Tags {
		groups[tag.Name] = &refGroup{Name: tag.Name, Anchor: anchorOf(tag.Name), Description: tag.Description}
		order = append(order, tag.Name)
	}
	eachOperation(doc, func(_ string, op *huma.Operation) {
		name := "Other"
		if len(op.Tags) > 0 {
			name = op.Tags[0]
		}
		if groups[name] == nil {
			groups[name] = &refGroup{Name: name, Anchor: anchorOf(name)}
			order = append(order, name)
		}
		groups[name].Operations = append(groups[name].Operations, refOperationOf(op))
	})
	slices.Sort(order[len(doc.Tags):])
	for _, name := range order {
		group := groups[name]
		slices.SortFunc(group.Operations, func(a, b refOperation) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Method, b.Method))
		})
		if len(group.Operations) > 0 {
			page.Groups = append(page.Groups, *group)
		}
	}
	schemas := doc.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		page.Schemas = append(page.Schemas, refSchemaOf(name, schemas[name]))
	}
	return page
}

func anchorOf(name string) string { return strings.ReplaceAll(strings.ToLower(name), " ", "-") }

func refOperationOf(op *huma.Operation) refOperation {
	out := refOperation{
		ID: op.OperationID, Method: op.Method, Path: op.Path, Summary: op.Summary, Description: op.Description, Public: len(op.Security) == 0,
	}
	for _, p := range op.Parameters {
		description := p.Description
		if description == "" && p.Schema != nil {
			description = p.Schema.Description
		}
		out.Params = append(out.Params, refField{
			Name: p.Name, Place: p.In, Required: p.Required, Description: description, Type: refTypeOf(p.Schema),
		})
	}
	if op.RequestBody != nil {
		out.Body = new(mediaType(op.RequestBody.Content))
	}
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		if status >= "400" { // every failure is a Problem, as the introduction says
			continue
		}
		response := op.Responses[status]
		out.Responses = append(out.Responses, refResponse{
			Status: status, Description: cmp.Or(response.Description, http.StatusText(op.DefaultStatus)), Type: mediaType(response.Content),
		})
	}
	return out
}

// mediaType returns the type of the JSON of a content, else the media types.
func mediaType(content map[string]*huma.MediaType) refType {
	if json := content["application/json"]; json != nil {
		return refTypeOf(json.Schema)
	}
	return refType{Before: strings.Join(slices.Sorted(maps.Keys(content)), ", ")}
}

func refSchemaOf(name string, s *huma.Schema) refSchema {
	out := refSchema{Name: name, Description: s.Description}
	for _, field := range slices.Sorted(maps.Keys(s.Properties)) {
		property := s.Properties[field]
		out.Fields = append(out.Fields, refField{
			Name: field, Required: slices.Contains(s.Required, field), Description: property.Description, Type: refTypeOf(property),
		})
	}
	if len(out.Fields) == 0 {
		out.Fields = []refField{{Type: refTypeOf(s)}}
	}
	return out
}

// refTypeOf describes a schema in a few words: "list of Link", "string, one of
// asc, desc".
func refTypeOf(s *huma.Schema) refType {
	if s == nil {
		return refType{}
	}
	if s.Ref != "" {
		return refType{Schema: s.Ref[strings.LastIndexByte(s.Ref, '/')+1:]}
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		if list, ok := s.Extensions[name].([]*huma.Schema); ok {
			return alternatives(list)
		}
	}
	if s.Type == huma.TypeArray {
		t := refTypeOf(s.Items)
		t.Before = "list of " + t.Before
		return t
	}
	t := refType{Before: cmp.Or(s.Type, "any")}
	if s.Format != "" {
		t.Before += " (" + s.Format + ")"
	}
	if len(s.Enum) > 0 {
		t.Before += ", one of " + enumText(s.Enum)
	}
	if s.Nullable && !slices.Contains(s.Enum, nil) {
		t.After = " or null"
	}
	return t
}

func enumText(values []any) string {
	words := make([]string, len(values))
	for i, v := range values {
		words[i] = "null"
		if v != nil {
			words[i] = fmt.Sprint(v)
		}
	}
	return strings.Join(words, ", ")
}

// alternatives names the schemas of a choice; each object by its fields.
func alternatives(list []*huma.Schema) refType {
	var out refType
	var words []string
	for _, s := range list {
		t := refTypeOf(s)
		switch {
		case t.Schema != "" && out.Schema == "" && t.Before == "":
			out.Schema = t.Schema
		case len(s.Properties) > 0:
			words = append(words, "{"+strings.Join(slices.Sorted(maps.Keys(s.Properties)), ", ")+"}")
		default:
			words = append(words, t.Before+t.Schema+t.After)
		}
	}
	if out.Schema == "" {
		out.Before = strings.Join(words, " or ")
	} else if len(words) > 0 {
		out.After = " or " + strings.Join(words, " or ")
	}
	return out
}

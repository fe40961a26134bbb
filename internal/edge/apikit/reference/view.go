package reference

import (
	"cmp"
	"fmt"
	"html/template"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/edge/apikit"
	"linnet/internal/edge/apikit/docpage"
)

// page is the data of the template.
type page struct {
	Title, Version, Prefix string
	Intro                  []string // paragraphs
	Style                  template.CSS
	Groups                 []groupView
	Errors                 []apikit.ErrorKind
	Schemas                []schemaView
}

type groupView struct {
	Name, Anchor, Description string
	Operations                []operationView
}

type operationView struct {
	ID, Method, Path, Summary, Description string
	Public                                 bool
	Scope                                  string // that an API key needs; empty: keys are rejected
	Params                                 []fieldView
	Body                                   *typeView
	Responses                              []responseView
}

type fieldView struct {
	Name, Place, Description string
	Required                 bool
	Type                     typeView
}

// typeView names a type and, when it has a schema of its own, that schema.
type typeView struct{ Before, Schema, After string }

type responseView struct {
	Status, Description string
	Type                typeView
}

type schemaView struct {
	Name, Description string
	Fields            []fieldView
}

func pageOf(doc *huma.OpenAPI, prefix string) page {
	out := page{
		Title:   doc.Info.Title,
		Version: doc.Info.Version,
		Prefix:  prefix,
		Intro:   strings.Split(doc.Info.Description, "\n\n"),
		Errors:  apikit.ErrorKinds(),
		Style:   docpage.Style(),
	}
	groups := map[string]*groupView{}
	var order []string
	for _, tag := range doc.Tags {
		groups[tag.Name] = &groupView{Name: tag.Name, Anchor: anchorOf(tag.Name), Description: tag.Description}
		order = append(order, tag.Name)
	}
	apikit.EachOperation(doc, func(_ string, op *huma.Operation) {
		name := "Other"
		if len(op.Tags) > 0 {
			name = op.Tags[0]
		}
		if groups[name] == nil {
			groups[name] = &groupView{Name: name, Anchor: anchorOf(name)}
			order = append(order, name)
		}
		groups[name].Operations = append(groups[name].Operations, operationViewOf(doc, op))
	})
	slices.Sort(order[len(doc.Tags):])
	for _, name := range order {
		group := groups[name]
		slices.SortFunc(group.Operations, func(a, b operationView) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Method, b.Method))
		})
		if len(group.Operations) > 0 {
			out.Groups = append(out.Groups, *group)
		}
	}
	schemas := doc.Components.Schemas.Map()
	for _, name := range slices.Sorted(maps.Keys(schemas)) {
		out.Schemas = append(out.Schemas, schemaViewOf(schemas, name))
	}
	return out
}

func anchorOf(name string) string { return strings.ReplaceAll(strings.ToLower(name), " ", "-") }

func operationViewOf(doc *huma.OpenAPI, op *huma.Operation) operationView {
	out := operationView{
		ID:          op.OperationID,
		Method:      op.Method,
		Path:        op.Path,
		Summary:     op.Summary,
		Description: op.Description,
		Public:      len(op.Security) == 0,
	}
	for _, requirement := range op.Security {
		out.Scope += strings.Join(requirement[apikit.KeyScheme], ", ")
	}
	for _, p := range op.Parameters {
		p = apikit.ParamOf(doc, p)
		description := p.Description
		if description == "" && p.Schema != nil {
			description = p.Schema.Description
		}
		out.Params = append(out.Params, fieldView{
			Name:        p.Name,
			Place:       p.In,
			Required:    p.Required,
			Description: description,
			Type:        typeViewOf(p.Schema),
		})
	}
	if op.RequestBody != nil {
		out.Body = new(mediaType(op.RequestBody.Content))
	}
	for _, status := range slices.Sorted(maps.Keys(op.Responses)) {
		if status >= "400" { // every failure is a Problem, as the introduction says
			continue
		}
		response := apikit.ResponseOf(doc, op.Responses[status])
		out.Responses = append(out.Responses, responseView{
			Status:      status,
			Description: cmp.Or(response.Description, http.StatusText(op.DefaultStatus)),
			Type:        mediaType(response.Content),
		})
	}
	return out
}

// mediaType returns the type of the JSON of a content, else the media types.
func mediaType(content map[string]*huma.MediaType) typeView {
	if json := content["application/json"]; json != nil {
		return typeViewOf(json.Schema)
	}
	return typeView{Before: strings.Join(slices.Sorted(maps.Keys(content)), ", ")}
}

func schemaViewOf(schemas map[string]*huma.Schema, name string) schemaView {
	s := schemas[name]
	out := schemaView{Name: name, Description: s.Description}
	for _, field := range slices.Sorted(maps.Keys(s.Properties)) {
		property := s.Properties[field]
		description := property.Description
		if named := schemas[schemaName(property.Ref)]; named != nil && named.Type != huma.TypeObject {
			description = cmp.Or(description, named.Description)
		}
		out.Fields = append(out.Fields, fieldView{
			Name:        field,
			Required:    slices.Contains(s.Required, field),
			Description: description,
			Type:        typeViewOf(property),
		})
	}
	if len(out.Fields) == 0 {
		out.Fields = []fieldView{{Type: typeViewOf(s)}}
	}
	return out
}

// schemaName returns the name of the schema that a reference refers to.
func schemaName(ref string) string { return ref[strings.LastIndexByte(ref, '/')+1:] }

// typeViewOf describes a schema in a few words: "list of Link", "string, one of
// asc, desc".
func typeViewOf(s *huma.Schema) typeView {
	if s == nil {
		return typeView{}
	}
	if s.Ref != "" {
		return typeView{Schema: schemaName(s.Ref)}
	}
	for _, name := range []string{"anyOf", "oneOf"} {
		if list, ok := s.Extensions[name].([]*huma.Schema); ok {
			return alternatives(list)
		}
	}
	if s.Type == huma.TypeArray {
		t := typeViewOf(s.Items)
		t.Before = "list of " + t.Before
		return t
	}
	t := typeView{Before: cmp.Or(s.Type, "any")}
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
func alternatives(list []*huma.Schema) typeView {
	var out typeView
	var words []string
	for _, s := range list {
		t := typeViewOf(s)
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

package httpapi

import (
	"maps"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/page"
	"linnet/internal/edge/apikit"
)

// Schema is a list of blocks. Their shapes are extensions, so that huma checks only
// that they are objects; package page validates the rest with better messages.
func (bioBlocks) Schema(r huma.Registry) *huma.Schema {
	return &huma.Schema{Type: huma.TypeArray, Items: blockSchema(r)}
}

// blockSchema is the union of the blocks of all types.
func blockSchema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "Block", func() *huma.Schema {
		variants := apikit.Map(page.Bodies(), func(body page.Body) apikit.Variant {
			return apikit.Variant{Type: string(body.Kind()), Schema: bodySchema(r, body)}
		})
		return apikit.Union("A part of a bio page. Its type decides its further fields.", variants)
	})
}

// bodySchema is the schema of blocks of one type: the fields of all blocks and
// those of the body.
func bodySchema(r huma.Registry, body page.Body) *huma.Schema {
	of := reflect.TypeOf(body).Elem()
	return apikit.NamedSchema(r, of.Name()+"Block", func() *huma.Schema {
		s := fieldsSchema(r, of)
		maps.Copy(s.Properties, blockFields(r))
		s.Properties["type"] = apikit.Enum(body.Kind())
		s.Required = append([]string{"type"}, s.Required...)
		return s
	})
}

// blockFields are the fields that the blocks of all types have.
func blockFields(r huma.Registry) map[string]*huma.Schema {
	named := func(name string, s huma.Schema) *huma.Schema {
		return apikit.NamedSchema(r, name, func() *huma.Schema { return &s })
	}
	moment := map[string]any{"type": []string{"string", "null"}, "format": "date-time"}
	id := huma.Schema{Type: huma.TypeString, Description: "Omit it for a new block.", Examples: []any{"blk_3kq7c8v0d5m2a"}}
	return map[string]*huma.Schema{
		"id":       named("BlockID", id),
		"visible":  named("BlockVisible", huma.Schema{Type: huma.TypeBoolean, Description: "Whether visitors see the block; true by default."}),
		"startsAt": named("BlockStartsAt", huma.Schema{Description: "Hidden before; null for no start.", Extensions: moment}),
		"endsAt":   named("BlockEndsAt", huma.Schema{Description: "Hidden from then on; null for no end.", Extensions: moment}),
	}
}

// fieldsSchema is an object with the fields of a body.
func fieldsSchema(r huma.Registry, of reflect.Type) *huma.Schema {
	s := &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{}}
	for i := range of.NumField() {
		f := of.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Type == reflect.TypeFor[[]page.Block]() {
			s.Properties[name] = &huma.Schema{Type: huma.TypeArray, Items: &huma.Schema{Ref: "#/components/schemas/Block"}}
		} else {
			s.Properties[name] = huma.SchemaFromField(r, f, "")
		}
		if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
			s.Required = append(s.Required, name)
		}
	}
	return s
}

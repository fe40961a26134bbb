package httpapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/routing"
	"linnet/internal/edge/apikit"
)

// condition and action document routing's own JSON. Their exact shapes stand
// in the document as extensions: the framework checks that they are objects,
// and routing, which has better sentences, checks the rest.
type (
	condition struct{}
	action    struct{}
)

// useRoutingSchemas makes the document name routing's types.
func useRoutingSchemas(r huma.Registry) {
	r.RegisterTypeAlias(reflect.TypeFor[routing.Condition](), reflect.TypeFor[condition]())
	r.RegisterTypeAlias(reflect.TypeFor[routing.Action](), reflect.TypeFor[action]())
}

// Schema is {all} | {any} | {not} | a leaf.
func (condition) Schema(r huma.Registry) *huma.Schema {
	self := &huma.Schema{Ref: "#/components/schemas/Condition"}
	list := &huma.Schema{Type: huma.TypeArray, Items: self}
	return apikit.NamedSchema(r, "Condition", func() *huma.Schema {
		return &huma.Schema{
			Description: "Conditions nest up to 5 deep.",
			Extensions: map[string]any{"oneOf": []*huma.Schema{
				object("Holds when all of them do.", "all", list),
				object("Holds when one of them does.", "any", list),
				object("Holds when the other does not.", "not", self),
				leafSchema(r),
			}},
		}
	})
}

func leafSchema(r huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, Description: "Looks at one thing about the visit.", Required: []string{"field", "op"},
		Properties: map[string]*huma.Schema{
			"field": apikit.Enum(routing.Country, routing.Region, routing.City, routing.Continent, routing.Language, routing.OS,
				routing.Device, routing.Browser, routing.InAppBrowser, routing.Referrer, routing.Query, routing.IP,
				routing.Date, routing.Time, routing.Visitor, routing.Bot),
			"op":   apikit.Enum(routing.In, routing.Present, routing.Valueless, routing.Before, routing.After, routing.Within),
			"name": {Type: huma.TypeString, Description: "The query parameter, for the field query."},
			"values": {Type: huma.TypeArray, Description: "Texts, compared without regard to case; for the field time one object.",
				Items: &huma.Schema{Extensions: map[string]any{"oneOf": []*huma.Schema{
					{Type: huma.TypeString}, {Type: huma.TypeBoolean}, apikit.SchemaOf[routing.TimeWindow](r),
				}}}},
		},
	}
}

// Schema is {redirect} | {split} | {block}.
func (action) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "Action", func() *huma.Schema {
		return &huma.Schema{Extensions: map[string]any{"oneOf": []*huma.Schema{
			object("Send the visitor there.", "redirect", &huma.Schema{Type: huma.TypeString}),
			object("Send each visitor to one of them; 2 to 10 whose weights add to 100.", "split",
				&huma.Schema{Type: huma.TypeArray, Items: apikit.SchemaOf[routing.Branch](r)}),
			object("Refuse with this status.", "block", &huma.Schema{Type: huma.TypeInteger, Enum: []any{404, 410, 451}}),
		}}}
	})
}

// object is a schema with one required property.
func object(description, property string, s *huma.Schema) *huma.Schema {
	return &huma.Schema{
		Type: huma.TypeObject, Description: description, Required: []string{property},
		Properties: map[string]*huma.Schema{property: s},
	}
}

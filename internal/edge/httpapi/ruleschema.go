package httpapi

import (
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"linnet/internal/core/routing"
	"linnet/internal/edge/apikit"
)

// condition and action document the JSON of package routing. Their shapes are
// extensions, so that huma checks only that they are objects; routing validates
// the rest with better messages.
type (
	condition struct{}
	action    struct{}
)

// useRoutingSchemas registers the schemas of the types of routing.
func useRoutingSchemas(r huma.Registry) {
	r.RegisterTypeAlias(reflect.TypeFor[routing.Condition](), reflect.TypeFor[condition]())
	r.RegisterTypeAlias(reflect.TypeFor[routing.Action](), reflect.TypeFor[action]())
}

// Schema is a group | a leaf. The groups {all}, {any} and {not} are one schema: ogen tells the members of a union apart
// by their fields, and does not know the fields yet of members that contain the union.
func (condition) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "Condition", func() *huma.Schema {
		return &huma.Schema{
			Description: "A condition. Conditions nest up to 5 levels.",
			Extensions: map[string]any{"oneOf": []*huma.Schema{
				apikit.NamedSchema(r, "GroupCondition", groupSchema),
				apikit.NamedSchema(r, "FieldCondition", func() *huma.Schema { return leafSchema(r) }),
			}},
		}
	})
}

func groupSchema() *huma.Schema {
	self := &huma.Schema{Ref: "#/components/schemas/Condition"}
	list := func(description string) *huma.Schema {
		return &huma.Schema{Type: huma.TypeArray, Items: self, Description: description}
	}
	one := 1
	return &huma.Schema{
		Type:          huma.TypeObject,
		Description:   "Combines conditions. It has one property: all, any or not.",
		MinProperties: &one,
		MaxProperties: &one,
		Properties: map[string]*huma.Schema{
			"all": list("Matches if all conditions match."),
			"any": list("Matches if any condition matches."),
			"not": self,
		},
	}
}

func leafSchema(r huma.Registry) *huma.Schema {
	return &huma.Schema{
		Type:        huma.TypeObject,
		Description: "Compares a property of the visit.",
		Required:    []string{"field", "op"},
		Properties: map[string]*huma.Schema{
			"field": apikit.Enum(routing.Country, routing.Region, routing.City, routing.Continent, routing.Language, routing.OS,
				routing.Device, routing.Browser, routing.InAppBrowser, routing.Referrer, routing.Query, routing.IP,
				routing.Date, routing.Time, routing.Visitor, routing.Bot),
			"op":   apikit.Enum(routing.In, routing.Present, routing.Valueless, routing.Before, routing.After, routing.Within),
			"name": {Type: huma.TypeString, Description: "The name of the query parameter, for the field query."},
			"values": {
				Type:        huma.TypeArray,
				Description: "Strings, compared case-insensitively; one object for the field time.",
				Items: &huma.Schema{Extensions: map[string]any{"oneOf": []*huma.Schema{
					{Type: huma.TypeString}, {Type: huma.TypeBoolean}, apikit.SchemaOf[routing.TimeWindow](r),
				}}},
			},
		},
	}
}

// Schema is {redirect} | {split} | {block}.
func (action) Schema(r huma.Registry) *huma.Schema {
	return apikit.NamedSchema(r, "Action", func() *huma.Schema {
		branches := &huma.Schema{Type: huma.TypeArray, Items: apikit.SchemaOf[routing.Branch](r)}
		status := &huma.Schema{Type: huma.TypeInteger, Enum: []any{404, 410, 451}}
		return &huma.Schema{Extensions: map[string]any{"oneOf": []*huma.Schema{
			object(r, "RedirectAction", "Redirects the visitor to the URL.", "redirect", &huma.Schema{Type: huma.TypeString}),
			object(r, "SplitAction", "Redirects each visitor to one of 2 to 10 branches, whose weights add up to 100.", "split", branches),
			object(r, "BlockAction", "Blocks the visit with this status.", "block", status),
		}}}
	})
}

// object is the schema of objects with one required property.
func object(r huma.Registry, name, description, property string, s *huma.Schema) *huma.Schema {
	return apikit.NamedSchema(r, name, func() *huma.Schema {
		return &huma.Schema{
			Type:        huma.TypeObject,
			Description: description,
			Required:    []string{property},
			Properties:  map[string]*huma.Schema{property: s},
		}
	})
}

package apikit

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// union returns the schema of objects of n types with a field each.
func union(r huma.Registry, n int) *huma.Schema {
	variants := make([]Variant, n)
	for i := range variants {
		name := fmt.Sprintf("Variant%d", i)
		variants[i] = Variant{name, NamedSchema(r, name, func() *huma.Schema {
			return &huma.Schema{Type: huma.TypeObject, Properties: map[string]*huma.Schema{fmt.Sprintf("field%d", i): {Type: huma.TypeString}}}
		})}
	}
	return Union("One of many.", variants)
}

func TestBodyScanner_CostOfAFieldDoesNotDependOnTheSchema(t *testing.T) {
	r := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	var objects sync.Map
	const fields = 900
	var body strings.Builder
	for i := range fields {
		fmt.Fprintf(&body, `,"unknown%d":1`, i)
	}
	data := []byte("{" + body.String()[1:] + "}")
	allocations := func(schema *huma.Schema) float64 {
		return testing.AllocsPerRun(10, func() {
			scan := bodyScanner{data: data, schemas: r, objects: &objects}
			if err := scan.run(schema); err != nil || len(scan.unknown) == 0 {
				t.Errorf("%d unknown fields, %v", len(scan.unknown), err)
			}
		})
	}
	one, many := allocations(union(r, 1)), allocations(union(r, 40))
	if many > one+fields {
		t.Errorf("%v allocations for %d fields of 40 types, %v of one", many, fields, one)
	}
}

func TestBodyScanner_KnowsTheFieldsOfEveryType(t *testing.T) {
	t.Parallel()
	r := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	scan := bodyScanner{data: []byte(`{"field0":"a","FIELD2":"b","field3":"c"}`), schemas: r, objects: &sync.Map{}}
	if err := scan.run(union(r, 3)); err != nil || strings.Join(scan.unknown, ",") != "field3" {
		t.Errorf("unknown fields %q, %v", scan.unknown, err)
	}
}

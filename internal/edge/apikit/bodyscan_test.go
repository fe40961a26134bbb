package apikit

import (
	"encoding/json"
	"fmt"
	"reflect"
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

// FuzzBodyScanner_ParsesAsTheDecoderDoes compares the values of the scanner with those of
// encoding/json, for texts within the limits.
func FuzzBodyScanner_ParsesAsTheDecoderDoes(f *testing.F) {
	for _, text := range []string{
		``, ` `, `null`, `true`, `fals`, `"a"`, `"`, `"\n\u00e9"`, `"a\q"`, "\"\n\"", "\"\xff\"", `"\ud83d\ude00"`, `"\ud83d"`,
		`0`, `-1.5e3`, `01`, `1.`, `.5`, `+1`, `1e999`, `0x1`, `1_0`, `NaN`, `Infinity`, `1 2`,
		`[]`, `[1,"a",null,[true]]`, `[1,]`, `[1 2]`, `[`, `{}`, `{"a":1,"a":2}`, `{"A":1,"a":{"b":[]}}`, `{"a":1,}`, `{"a" 1}`, `{a:1}`,
		" \r\n\t{ \"a\" : [ 1 , 2 ] } ", `{"a":1}x`, "{}\x00", "[1,\x00]", `{"":""}`, "{\"\v\":[]}",
	} {
		f.Add(text)
	}
	r := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	f.Fuzz(func(t *testing.T, text string) {
		scan := bodyScanner{data: []byte(text), schemas: r, objects: &sync.Map{}}
		if scan.run(nil) != nil && scan.excess != nil {
			return
		}
		var want any
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			if scan.whole {
				t.Errorf("%q is %v; the decoder: %v", text, scan.tree, err)
			}
			return
		}
		if !scan.whole || !reflect.DeepEqual(scan.tree, want) {
			t.Errorf("%q is %v, want %v", text, scan.tree, want)
		}
	})
}

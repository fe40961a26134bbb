package event_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"linnet/internal/core/event"
	"linnet/internal/core/link"
)

// kinds returns the constants of type Kind in event.go.
func kinds(t *testing.T) []event.Kind {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "event.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var found []event.Kind
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok {
			return true
		}
		if of, ok := spec.Type.(*ast.Ident); ok && of.Name == "Kind" {
			kind, err := strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, event.Kind(kind))
		}
		return true
	})
	return found
}

func TestInfoOf_EveryKindHasASentenceAndAPayload(t *testing.T) {
	t.Parallel()
	found := kinds(t)
	if len(found) < 50 {
		t.Fatalf("found only %d kinds", len(found))
	}
	for _, kind := range found {
		info, ok := event.InfoOf(kind)
		if !ok || info.Phrase == "" || info.Subject == "" || info.Payload == nil {
			t.Errorf("add %s to the catalog with its subject, phrase and payload", kind)
		}
	}
}

// secretName matches JSON names of values that no event may contain.
var secretName = regexp.MustCompile(`(?i)password|secret|token|hash|cookie|address|email|phone|^ip$`)

func TestInfoOf_NoPayloadHasASecretOrAnAddress(t *testing.T) {
	t.Parallel()
	check := func(kind event.Kind, payload any) {
		for _, name := range jsonNames(reflect.TypeOf(payload), map[reflect.Type]bool{}) {
			if secretName.MatchString(name) && name != "hasPassword" {
				t.Errorf("the payload of %s has a field %q", kind, name)
			}
		}
	}
	for _, kind := range kinds(t) {
		info, _ := event.InfoOf(kind)
		check(kind, info.Payload)
	}
	check(event.LinkUpdated, link.Snapshot{})
}

// jsonNames returns the JSON names of all fields of a type. Types in seen are
// omitted.
func jsonNames(t reflect.Type, seen map[reflect.Type]bool) []string {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return jsonNames(t.Elem(), seen)
	case reflect.Struct:
	default:
		return nil
	}
	if seen[t] {
		return nil
	}
	seen[t] = true
	var names []string
	for f := range t.Fields() {
		if !f.IsExported() {
			continue
		}
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		names = append(append(names, name), jsonNames(f.Type, seen)...)
	}
	return names
}

func TestLabelOf_ReadsTheNameOfTheSubject(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]event.Event{
		"go.example.com": {Kind: event.DomainUpdated, Data: []byte(`{"before":{"host":"old"},"after":{"host":"go.example.com"}}`)},
		"Campaigns":      {Kind: event.LabelDeleted, Data: []byte(`{"before":{"name":"Campaigns"}}`)},
		"go/spring":      {Kind: event.LinkUpdated, Data: []byte(`{"domain":"go","aliases":["spring","s"]}`)},
		"":               {Kind: event.UserLoggedIn, Data: []byte(`{}`)},
	} {
		if got := event.LabelOf(e); got != want {
			t.Errorf("LabelOf(%s) = %q, want %q", e.Kind, got, want)
		}
	}
}

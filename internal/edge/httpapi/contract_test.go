package httpapi_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"linnet/internal/edge/httpapi"
)

// contract is the OpenAPI document, parsed from its JSON as a client would. Every
// response in the tests is validated against it.
type contract struct {
	Paths map[string]map[string]struct {
		OperationID string              `json:"operationId"`
		Summary     string              `json:"summary"`
		Tags        []string            `json:"tags"`
		Security    []map[string][]any  `json:"security"`
		Parameters  []parameter         `json:"parameters"`
		RequestBody map[string]any      `json:"requestBody"`
		Responses   map[string]response `json:"responses"`
	} `json:"paths"`
	Components struct {
		Schemas    map[string]schema    `json:"schemas"`
		Parameters map[string]parameter `json:"parameters"`
		Responses  map[string]response  `json:"responses"`
	} `json:"components"`
}

type parameter struct {
	Ref    string `json:"$ref"`
	Name   string `json:"name"`
	In     string `json:"in"`
	Schema schema `json:"schema"`
}

type response struct {
	Ref     string `json:"$ref"`
	Content map[string]struct {
		Schema schema `json:"schema"`
	} `json:"content"`
}

type schema map[string]any

var theContract = sync.OnceValues(func() (contract, error) {
	var c contract
	raw, err := httpapi.OpenAPI()
	if err == nil {
		err = json.Unmarshal(raw, &c)
	}
	c.resolve()
	return c, err
})

// resolve replaces the references to shared parameters and responses.
func (c contract) resolve() {
	for _, operations := range c.Paths {
		for _, op := range operations {
			for i, p := range op.Parameters {
				if name, shared := strings.CutPrefix(p.Ref, "#/components/parameters/"); shared {
					op.Parameters[i] = c.Components.Parameters[name]
				}
			}
			for status, r := range op.Responses {
				if name, shared := strings.CutPrefix(r.Ref, "#/components/responses/"); shared {
					op.Responses[status] = c.Components.Responses[name]
				}
			}
		}
	}
}

func readContract(t testing.TB) contract {
	t.Helper()
	c, err := theContract()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// hold fails the test if the response does not match the document. It ignores
// paths that are not in the document.
func (c contract) hold(t testing.TB, method, target string, r reply) {
	t.Helper()
	responses := c.find(method, target)
	if responses == nil {
		return
	}
	promised, ok := responses[strconv.Itoa(r.status)]
	if !ok {
		t.Errorf("%s %s: the document knows no status %d here; body %s", method, target, r.status, r.body)
		return
	}
	if len(promised.Content) == 0 {
		if len(r.body) > 0 {
			t.Errorf("%s %s: a body with status %d: %s", method, target, r.status, r.body)
		}
		return
	}
	media, ok := promised.Content[r.header.Get("Content-Type")]
	if !ok {
		t.Errorf("%s %s: content type %q of status %d is not in the document", method, target, r.header.Get("Content-Type"), r.status)
		return
	}
	kind := r.header.Get("Content-Type")
	hasPrefix := func(prefix string) bool { return strings.HasPrefix(kind, prefix) }
	if slices.ContainsFunc([]string{"text/", "image/", "application/vnd.", "application/pdf", "application/postscript", "application/zip"}, hasPrefix) {
		return
	}
	var body any
	if err := json.Unmarshal(r.body, &body); err != nil {
		t.Errorf("%s %s: %v", method, target, err)
		return
	}
	for _, breach := range c.check(media.Schema, body, "") {
		t.Errorf("%s %s, status %d: %s", method, target, r.status, breach)
	}
}

// find returns the responses of the operation that a target reaches. A path
// without braces goes before one with.
func (c contract) find(method, target string) map[string]response {
	u, err := url.Parse(target)
	if err != nil {
		return nil
	}
	got := strings.Split(u.Path, "/")
	var found map[string]response
	for template, operations := range c.Paths {
		operation, ok := operations[strings.ToLower(method)]
		want := strings.Split(template, "/")
		if !ok || len(want) != len(got) {
			continue
		}
		exact, matches := true, true
		for i := range want {
			variable := strings.HasPrefix(want[i], "{")
			matches = matches && (variable || want[i] == got[i])
			exact = exact && !variable
		}
		if matches && (exact || found == nil) {
			found = operation.Responses
		}
		if matches && exact {
			return found
		}
	}
	return found
}

// check returns where a value breaks a schema. Properties that the schema does
// not name are breaches too: nothing leaves the server that is not documented.
func (c contract) check(s schema, v any, at string) []string {
	if ref, ok := s["$ref"].(string); ok {
		return c.check(c.Components.Schemas[strings.TrimPrefix(ref, "#/components/schemas/")], v, at)
	}
	breaches := c.checkVariants(s, v, at)
	if !hasType(s["type"], v) {
		return append(breaches, fmt.Sprintf("%s is %T (%v), want %v", at, v, v, s["type"]))
	}
	if enum, ok := s["enum"].([]any); ok && !slices.Contains(enum, v) {
		breaches = append(breaches, fmt.Sprintf("%s is %v, not one of %v", at, v, enum))
	}
	switch v := v.(type) {
	case string:
		if _, err := time.Parse(time.RFC3339Nano, v); s["format"] == "date-time" && err != nil {
			breaches = append(breaches, fmt.Sprintf("%s is no time: %v", at, err))
		}
	case float64:
		if low, ok := s["minimum"].(float64); ok && v < low {
			breaches = append(breaches, fmt.Sprintf("%s is %v, below %v", at, v, low))
		}
	case []any:
		breaches = append(breaches, c.checkList(s, v, at)...)
	case map[string]any:
		breaches = append(breaches, c.checkObject(s, v, at)...)
	}
	return breaches
}

func (c contract) checkVariants(s schema, v any, at string) []string {
	for _, kind := range []string{"oneOf", "anyOf"} {
		variants, ok := s[kind].([]any)
		if !ok {
			continue
		}
		holds := 0
		for _, variant := range variants {
			if len(c.check(variant.(map[string]any), v, at)) == 0 {
				holds++
			}
		}
		if holds == 0 || (kind == "oneOf" && holds > 1) {
			return []string{fmt.Sprintf("%s: %v holds for %d of the shapes of %s", at, v, holds, kind)}
		}
	}
	return nil
}

func (c contract) checkList(s schema, list []any, at string) []string {
	var breaches []string
	if low, ok := s["minItems"].(float64); ok && len(list) < int(low) {
		breaches = append(breaches, fmt.Sprintf("%s has %d entries, fewer than %v", at, len(list), low))
	}
	if _, bound := s["type"]; !bound {
		return breaches // whatever it is: a field of a link, before and after
	}
	items, ok := s["items"].(map[string]any)
	if !ok {
		return append(breaches, at+" is a list that the schema does not describe")
	}
	for i, item := range list {
		breaches = append(breaches, c.check(items, item, fmt.Sprintf("%s[%d]", at, i))...)
	}
	return breaches
}

func (c contract) checkObject(s schema, object map[string]any, at string) []string {
	properties, ok := s["properties"].(map[string]any)
	if !ok {
		return nil // oneOf describes it
	}
	var breaches []string
	if least, ok := s["minProperties"].(float64); ok && len(object) < int(least) {
		breaches = append(breaches, fmt.Sprintf("%s has %d properties, at least %v are required", at, len(object), least))
	}
	if most, ok := s["maxProperties"].(float64); ok && len(object) > int(most) {
		breaches = append(breaches, fmt.Sprintf("%s has %d properties, at most %v are allowed", at, len(object), most))
	}
	required, _ := s["required"].([]any)
	for _, name := range required {
		if _, ok := object[name.(string)]; !ok {
			breaches = append(breaches, at+"."+name.(string)+" is missing")
		}
	}
	for name, value := range object {
		property, ok := properties[name].(map[string]any)
		if !ok {
			breaches = append(breaches, at+"."+name+" is not in the document")
			continue
		}
		breaches = append(breaches, c.check(property, value, at+"."+name)...)
	}
	return breaches
}

func hasType(want, v any) bool {
	if list, ok := want.([]any); ok {
		return slices.ContainsFunc(list, func(one any) bool { return hasType(one, v) })
	}
	switch want {
	case nil:
		return true
	case "null":
		return v == nil
	case "integer":
		n, ok := v.(float64)
		return ok && n == float64(int64(n))
	case "number":
		_, ok := v.(float64)
		return ok
	case "string":
		_, ok := v.(string)
		return ok
	case "boolean":
		_, ok := v.(bool)
		return ok
	case "array":
		_, ok := v.([]any)
		return ok
	default:
		_, ok := v.(map[string]any)
		return ok
	}
}

func TestContract_CheckFindsBreaches(t *testing.T) {
	t.Parallel()
	c := readContract(t)
	user := `{"id":"usr_1","email":"a","firstName":"a","lastName":"b","country":"DE","countryCode":"+49","phoneNumber":"1","createdAt":"2026-04-01T12:00:00Z","emailVerified":true}`
	for name, body := range map[string]struct {
		schema, body string
		breaches     int
	}{
		"whole":            {"User", user, 0},
		"a missing part":   {"User", strings.Replace(user, `"email":"a",`, "", 1), 1},
		"one more":         {"User", strings.Replace(user, `{`, `{"passwordHash":"x",`, 1), 1},
		"another type":     {"User", strings.Replace(user, `"email":"a"`, `"email":5`, 1), 1},
		"null":             {"User", strings.Replace(user, `"email":"a"`, `"email":null`, 1), 1},
		"no time":          {"User", strings.Replace(user, `2026-04-01T12:00:00Z`, `yesterday`, 1), 1},
		"unknown code":     {"ErrorCode", `"sorry"`, 1},
		"known code":       {"ErrorCode", `"conflict"`, 0},
		"one shape":        {"Condition", `{"all":[{"not":{"field":"bot","op":"in","values":["true"]}}]}`, 0},
		"two shapes":       {"Condition", `{"all":[],"any":[]}`, 1},
		"no shape":         {"Condition", `{}`, 1},
		"null is allowed":  {"ClickCount", `{"clicks":1,"uniques":1,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":null}`, 0},
		"half an object":   {"ClickCount", `{"clicks":1,"uniques":1,"bots":0,"leads":0,"sales":0,"saleAmount":[],"previous":{"clicks":1}}`, 1},
		"a part of a week": {"Heatmap", `{"cells":[{"weekday":1,"hour":0,"clicks":0}]}`, 1},
	} {
		var v any
		if err := json.Unmarshal([]byte(body.body), &v); err != nil {
			t.Fatal(err)
		}
		if got := c.check(c.Components.Schemas[body.schema], v, name); len(got) != body.breaches {
			t.Errorf("%s: %v, want %d", name, got, body.breaches)
		}
	}
}

func TestOpenAPI_DescribesEveryOperation(t *testing.T) {
	t.Parallel()
	for path, operations := range readContract(t).Paths {
		for method, op := range operations {
			if op.OperationID == "" || op.Summary == "" || len(op.Tags) != 1 || op.Security == nil {
				t.Errorf("%s %s lacks an id, a summary, a tag or its security", method, path)
			}
			if _, ok := op.Responses[strconv.Itoa(http.StatusInternalServerError)]; !ok {
				t.Errorf("%s %s promises never to fail", method, path)
			}
			if _, ok := op.Responses["401"]; len(op.Security) > 0 && !ok {
				t.Errorf("%s %s wants a token and has no 401", method, path)
			}
		}
	}
}

package httpapi_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUTMConventions_ApplyToEveryCreatedLink(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	older := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)["id"].(string)

	p := ada.call(t, "PUT", "/utm-conventions", `{"lowerCase":true,"parameters":{"medium":{"allowed":["Print"]}}}`).want(t, 422).problem(t)
	want := []string{"parameters.medium.allowed[0]: “Print” is not lowercase, but this workspace requires lowercase values. Use “print”."}
	if diff := cmp.Diff(want, p.fields()); diff != "" {
		t.Error(diff)
	}
	ada.call(t, "PUT", "/utm-conventions", `{"lowerCase":true,"parameters":{"medium":{"required":true,"allowed":["print","email"]}}}`).want(t, 200)
	got := ada.call(t, "GET", "/utm-conventions", nil).want(t, 200).json(t)
	parameters := got["parameters"].(map[string]any)
	if diff := cmp.Diff(map[string]any{"required": true, "allowed": []any{"email", "print"}}, parameters["medium"]); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]any{"required": false, "allowed": []any{}}, parameters["source"]); diff != "" {
		t.Error(diff)
	}

	refused := []string{
		"utm.source: This workspace requires lowercase values for utm_source. Use “news”.",
		"utm.medium: This workspace requires utm_medium. Enter a value.",
	}
	bad := map[string]any{"url": "https://example.com/", "utm": map[string]any{"source": "News"}}
	change := map[string]any{"utm": bad["utm"]}
	for name, r := range map[string]reply{
		"create": ada.call(t, "POST", "/links", bad),
		"change": ada.call(t, "PATCH", "/links/"+older, change),
	} {
		if diff := cmp.Diff(refused, r.want(t, 422).problem(t).fields()); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	good := map[string]any{"url": "https://example.com/?utm_medium=print"}
	results := ada.call(t, "POST", "/links/bulk", map[string]any{"links": []any{bad, good}}).want(t, 200).json(t)["results"].([]any)
	if got := []any{results[0].(map[string]any)["status"], results[1].(map[string]any)["status"]}; !cmp.Equal(got, []any{422.0, 201.0}) {
		t.Errorf("bulk: %v", got)
	}
	ada.call(t, "PATCH", "/links/"+older, map[string]any{"title": "Old"}).want(t, 200)
}

func TestSimulate_DraftsAndChanges(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	rules := []any{map[string]any{
		"name": "Posters",
		"when": map[string]any{"all": []any{
			map[string]any{"not": map[string]any{"field": "bot", "op": "in", "values": []any{"true"}}},
			map[string]any{"any": []any{
				map[string]any{"field": "query", "op": "in", "name": "ref", "values": []any{"poster"}},
				map[string]any{"field": "query", "op": "valueless", "name": "p"},
			}},
		}},
		"then": map[string]any{"redirect": "https://example.com/poster"},
	}}
	link := map[string]any{"url": "https://example.com/", "rules": rules, "forwardQuery": false}
	const human = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
	visit := func(query string, about map[string]any) map[string]any {
		body := map[string]any{"userAgent": human, "acceptLanguage": "en", "query": query}
		for name, value := range about {
			body[name] = value
		}
		return body
	}
	try := func(path string, body map[string]any, want string) {
		t.Helper()
		if got := ada.call(t, "POST", path, body).want(t, 200).json(t)["location"]; got != want {
			t.Errorf("sent to %v, want %s", got, want)
		}
	}
	draft := map[string]any{"link": link}
	try("/links/simulate", visit("p", draft), "https://example.com/poster")
	try("/links/simulate", visit("ref=flyer", draft), "https://example.com/")

	id := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/old"}).want(t, 201).json(t)["id"].(string)
	try("/links/"+id+"/simulate", visit("ref=poster", nil), "https://example.com/old?ref=poster")
	try("/links/"+id+"/simulate", visit("ref=poster", map[string]any{"change": link}), "https://example.com/poster")

	p := ada.call(t, "POST", "/links/simulate", map[string]any{"link": map[string]any{"url": "https://a.example", "rules": []any{
		map[string]any{"when": map[string]any{"field": "country", "op": "in", "values": []any{"Germany"}}, "then": map[string]any{"block": 404}},
	}}}).want(t, 422).problem(t)
	if diff := cmp.Diff([]string{"rules[0].when.values: Countries are two letters of ISO 3166-1, such as DE, or EU."}, p.fields()); diff != "" {
		t.Error(diff)
	}
}

package httpapi_test

import (
	"reflect"
	"strings"
	"testing"

	"linnet/internal/base/ident"
	"linnet/internal/core/click"
	"linnet/internal/core/visitor"
	"linnet/internal/edge/httpapi"
)

func TestDomains_DeletedAndUsage(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u := in.signUp(t)
	made := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)
	u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201)
	for range 2 {
		u.call(t, "POST", "/qr-codes", map[string]any{"linkId": made["id"]}).want(t, 201)
	}
	usage := u.call(t, "GET", "/domains/usage", nil).want(t, 200).json(t)["items"].([]any)
	if len(usage) != 1 || usage[0].(map[string]any)["links"] != 2.0 || usage[0].(map[string]any)["qrCodes"] != 2.0 {
		t.Errorf("usage %v", usage)
	}
	id := u.call(t, "POST", "/domains", map[string]any{"host": "old.example.org"}).want(t, 201).json(t)["id"].(string)
	deleted := func(of user) []any {
		return of.call(t, "GET", "/domains/deleted", nil).want(t, 200).json(t)["items"].([]any)
	}
	if items := deleted(u); len(items) != 0 {
		t.Errorf("deleted before the deletion: %v", items)
	}
	u.call(t, "DELETE", "/domains/deleted/"+id, nil).want(t, 409)
	u.call(t, "DELETE", "/domains/"+id, nil).want(t, 204)
	items := deleted(u)
	if len(items) != 1 || items[0].(map[string]any)["host"] != "old.example.org" {
		t.Fatalf("deleted %v", items)
	}
	if items := deleted(in.signUp(t)); len(items) != 0 {
		t.Errorf("another workspace sees deleted domains: %v", items)
	}
	u.call(t, "DELETE", "/domains/deleted/"+id, nil).want(t, 204)
	if items := deleted(u); len(items) != 0 {
		t.Errorf("deleted after the purge: %v", items)
	}
	u.call(t, "POST", "/domains/"+id+"/restore", nil).want(t, 410)
}

func TestDomains_OperatorsChangeTheDefaultDomain(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	operator, ada := in.signUp(t), in.signUp(t)
	own := ada.call(t, "GET", "/domains", nil).want(t, 200).json(t)["items"].([]any)[0].(map[string]any)
	path := "/domains/" + own["id"].(string)
	ada.call(t, "PATCH", path, map[string]any{"rootUrl": "https://evil.example/"}).want(t, 403)
	for field, value := range map[string]any{
		"rootUrl": "https://brand.example/", "notFoundUrl": "https://brand.example/lost", "expiredUrl": "https://brand.example/over",
		"faviconUrl": "https://brand.example/i.svg", "caseSensitive": true, "redirectStatus": 307.0, "hsts": true, "robots": "disallow",
		"privacy": "no-address", "language": "zh-Hant", "appleAppSiteAssociation": map[string]any{"applinks": map[string]any{}}, "assetLinks": []any{},
	} {
		got := operator.call(t, "PATCH", path, map[string]any{field: value}).want(t, 200).json(t)
		if !reflect.DeepEqual(got[field], value) {
			t.Errorf("%s: %v, want %v", field, got[field], value)
		}
	}
	if got := operator.call(t, "PATCH", path, map[string]any{"language": nil}).want(t, 200).json(t); got["language"] != nil {
		t.Errorf("language: %v", got["language"])
	}
	refused := operator.call(t, "PATCH", path, map[string]any{"language": "xx"}).want(t, 422).problem(t)
	if len(refused.Errors) != 1 || refused.Errors[0].Field != "language" {
		t.Errorf("language xx: %v", refused.Errors)
	}
	for alias := range map[string]bool{"yA": true, "Ya": true} { // both, because of the case rule
		ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/" + alias, "alias": alias}).want(t, 201)
	}
	operator.call(t, "PATCH", path, map[string]any{"caseSensitive": false}).want(t, 409)
	operator.call(t, "DELETE", path, nil).want(t, 403)
}

func TestLinks_CreateNamesAPendingDomain(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	u.call(t, "POST", "/domains", map[string]any{"host": "go.brand.example"}).want(t, 201)
	const want = "go.brand.example is not verified yet. Finish its setup, or choose another domain."
	draft := map[string]any{"url": "https://example.com/", "domain": "go.brand.example"}
	single := u.call(t, "POST", "/links", draft).want(t, 422)
	if errs := single.json(t)["errors"].([]any); errs[0].(map[string]any)["message"] != want || errs[0].(map[string]any)["field"] != "domain" {
		t.Errorf("one link: %v", errs)
	}
	bulk := u.call(t, "POST", "/links/bulk", map[string]any{"links": []any{draft}})
	if !strings.Contains(string(bulk.body), want) {
		t.Errorf("several links: %s", bulk.body)
	}
	draft["domain"] = "unknown.example"
	other := u.call(t, "POST", "/links", draft).want(t, 422)
	if !strings.Contains(string(other.body), "This workspace has no such domain.") {
		t.Errorf("an unknown domain: %s", other.body)
	}
}

// verifiedDomain adds a verified domain to the workspace of u and returns its id.
func (in *install) verifiedDomain(t *testing.T, u user, host string) string {
	t.Helper()
	id := u.call(t, "POST", "/domains", map[string]any{"host": host}).want(t, 201).json(t)["id"].(string)
	in.exec(t, `UPDATE domains SET status = 'verified', served_host = host WHERE id = ?`, id)
	return id
}

func TestDomains_FiltersOfListsExportsAndReports(t *testing.T) {
	t.Parallel()
	way, clicks := withClicks(t)
	in := newInstall(t, clicks, func(o *httpapi.Deps) { o.Analytics = way.figures })
	u := in.signUp(t)
	const host = "go.brand.example"
	domainID := in.verifiedDomain(t, u, host)
	own := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": "launch"}).want(t, 201).json(t)
	custom := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/custom", "alias": "launch", "domain": host}).want(t, 201).json(t)
	for query, want := range map[string]float64{"domain=" + host: 1, "domain=GO.Brand.Example.": 1, "domain=go.example.com": 1, "": 2, "domain=other.example": 0} {
		if total := u.call(t, "GET", "/links?"+query, nil).want(t, 200).json(t)["total"]; total != want {
			t.Errorf("list of %q: %v links, want %v", query, total, want)
		}
	}
	found := u.call(t, "GET", "/links/lookup?alias=launch&domain="+host, nil).want(t, 200).json(t)
	if found["id"] != custom["id"] {
		t.Errorf("lookup found %v", found["shortUrl"])
	}
	free := u.call(t, "GET", "/links/alias-available?alias=free&domain="+host, nil).want(t, 200).json(t)
	if free["available"] != true {
		t.Errorf("alias-available: %v", free)
	}

	export := u.call(t, "POST", "/exports", map[string]any{"format": "csv", "domain": host}).want(t, 201).json(t)
	in.work(t)
	file := u.call(t, "GET", "/exports/"+export["id"].(string)+"/file", nil).want(t, 200)
	if body := string(file.body); !strings.Contains(body, "https://example.com/custom") || strings.Contains(body, "go.example.com") {
		t.Errorf("export of %s: %s", host, body)
	}

	number, _ := ident.Number(domainID)
	onDomain := func(h *click.Hit) { h.DomainID = number }
	way.visit(t, u, own["id"].(string), "launch", noon)
	way.visit(t, u, custom["id"].(string), "launch", noon, onDomain)
	way.visit(t, u, custom["id"].(string), "launch", noon, onDomain)
	way.visit(t, u, "", "missing", noon, onDomain, func(h *click.Hit) { h.Outcome = visitor.Orphan })
	eventually(t, "the clicks arrive", func() bool { return way.pipeline.Stats().Waiting == 0 })
	for query, want := range map[string]float64{
		"": 3, "&domain=" + host: 2, "&orphans=true&domain=" + host: 1, "&domain=-" + host: 1,
	} {
		got := u.call(t, "GET", "/analytics?groupBy=count&interval=24h"+query, nil).want(t, 200).json(t)["clicks"]
		if got != want {
			t.Errorf("report of %q: %v clicks, want %v", query, got, want)
		}
	}
	view := u.call(t, "POST", "/saved-views", map[string]any{"name": "Brand", "query": "domain=" + host}).want(t, 201).json(t)
	if total := u.call(t, "GET", "/links?"+view["query"].(string), nil).want(t, 200).json(t)["total"]; total != 1.0 {
		t.Errorf("saved view: %v links, want 1", total)
	}
	for negated, want := range map[bool]float64{false: 2, true: 1} {
		_, page := u.share(t, map[string]any{"scope": "workspace", "interval": "7d", "filters": []any{
			map[string]any{"dimension": "domain", "values": []string{host}, "negated": negated},
		}})
		if got := page.clicks(t, ""); got != want {
			t.Errorf("shared page, negated %v: %v clicks, want %v", negated, got, want)
		}
	}
}

func TestDomains_UTMConventionsOfACustomDomain(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	const host = "go.brand.example"
	in.verifiedDomain(t, u, host)
	u.call(t, "PUT", "/utm-conventions", `{"parameters":{"medium":{"required":true}}}`).want(t, 200)
	draft := map[string]any{"url": "https://example.com/", "domain": host}
	p := u.call(t, "POST", "/links", draft).want(t, 422).problem(t)
	if len(p.Errors) != 1 || p.Errors[0].Field != "utm.medium" {
		t.Errorf("fields %v", p.fields())
	}
	draft["utm"] = map[string]any{"medium": "print"}
	if made := u.call(t, "POST", "/links", draft).want(t, 201).json(t); made["domain"] != host {
		t.Errorf("the link is on %v", made["domain"])
	}
}

func TestDomains_WildcardsOfACustomDomain(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada, eve := in.signUp(t), in.signUp(t)
	const host = "go.brand.example"
	in.verifiedDomain(t, ada, host)
	create := func(u user, alias, domain string, status int) {
		t.Helper()
		u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": alias, "domain": domain}).want(t, status)
	}
	create(ada, "docs/*", host, 201)
	create(ada, "docs/start", host, 201) // the workspace owns the prefix
	create(eve, "docs/start", host, 422) // not a domain of this workspace
	create(eve, "docs/start", "go.example.com", 201)
	create(ada, "docs/*", "go.example.com", 409) // another workspace has a link below
}

func TestDomains_DefaultLookOfQRCodes(t *testing.T) {
	t.Parallel()
	_, clicks := withClicks(t)
	in := newInstall(t, clicks)
	u := in.signUp(t)
	const host = "go.brand.example"
	path := "/domains/" + in.verifiedDomain(t, u, host)
	if look := u.call(t, "GET", path, nil).want(t, 200).json(t)["qrLook"]; look != nil {
		t.Errorf("look of a new domain: %v", look)
	}
	id := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "domain": host}).want(t, 201).json(t)["id"].(string)
	colored := func(query string) bool {
		body := string(u.call(t, "GET", "/qr?linkId="+id+query, nil).want(t, 200).body)
		return strings.Contains(body, "#04755b")
	}
	if colored("") {
		t.Error("a code has the look before it was set")
	}
	p := u.call(t, "PATCH", path, map[string]any{"qrLook": map[string]any{"dark": "#eeeeee", "margin": 99}}).want(t, 422).problem(t)
	if len(p.Errors) != 2 || p.Errors[0].Field != "qrLook.margin" || p.Errors[1].Field != "qrLook.dark" {
		t.Errorf("an invalid look: %v", p.fields())
	}
	saved := u.call(t, "PATCH", path, map[string]any{"qrLook": map[string]any{"dark": "#04755B", "level": "H"}}).want(t, 200).json(t)
	if look := saved["qrLook"].(map[string]any); look["dark"] != "#04755b" || look["level"] != "H" || look["margin"] != 4.0 {
		t.Errorf("look: %v", look)
	}
	if !colored("") || colored("&dark=%23000000") {
		t.Error("drawn codes do not have the look of the domain, or not that of the request")
	}
	code := u.call(t, "POST", "/qr-codes", map[string]any{"linkId": id, "look": map[string]any{"margin": 2}}).want(t, 201).json(t)
	if look := code["look"].(map[string]any); look["dark"] != "#04755b" || look["margin"] != 2.0 {
		t.Errorf("look of a saved code: %v", look)
	}
	own := string(u.call(t, "GET", "/qr?codeId="+code["id"].(string), nil).want(t, 200).body)
	if !strings.Contains(own, "#04755b") {
		t.Error("a saved code is not drawn in its look")
	}
	if look := u.call(t, "PATCH", path, map[string]any{"qrLook": nil}).want(t, 200).json(t)["qrLook"]; look != nil || colored("") {
		t.Errorf("look after its removal: %v", look)
	}
}

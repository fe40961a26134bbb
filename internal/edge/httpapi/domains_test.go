package httpapi_test

import (
	"strings"
	"testing"
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

package httpapi_test

import (
	"strings"
	"testing"
)

func TestChangeLinks_RunsAsAJobAndIsUndone(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	for _, alias := range []string{"a", "b", "c"} {
		ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "alias": alias, "tags": []string{"t" + alias}}).want(t, 201)
	}
	job := ada.call(t, "PATCH", "/links?tag=ta,tb", `{"addTags":["spring"],"status":"archived","expiresAt":null,"folderId":null}`).want(t, 202).json(t)
	if job["kind"] != "change" || job["total"] != 2.0 || job["state"] != "queued" || job["undoable"] != false {
		t.Errorf("the job is %v", job)
	}
	in.work(t)
	path := "/changes/" + job["id"].(string)
	done := ada.call(t, "GET", path, nil).want(t, 200).json(t)
	if done["state"] != "done" || done["done"] != 2.0 || done["failed"] != 0.0 || done["undoable"] != true {
		t.Errorf("the job is %v", done)
	}
	count := func(query string, want float64) {
		t.Helper()
		if got := ada.call(t, "GET", "/links?"+query, nil).want(t, 200).json(t)["total"]; got != want {
			t.Errorf("%s: %v links, want %v", query, got, want)
		}
	}
	count("tag=spring&status=archived", 2)
	report := ada.call(t, "GET", strings.TrimPrefix(done["reportUrl"].(string), "/api/v1"), nil).want(t, 200)
	if lines := strings.Count(string(report.body), "\r\n"); lines != 3 {
		t.Errorf("the report is %s", report.body)
	}
	undo := ada.call(t, "POST", path+"/undo", nil).want(t, 202).json(t)
	in.work(t)
	count("tag=spring", 0)
	count("status=archived", 0)
	ada.call(t, "POST", "/changes/"+undo["id"].(string)+"/undo", nil).want(t, 409)

	deletion := ada.call(t, "DELETE", "/links?search=example", nil).want(t, 202).json(t)
	in.work(t)
	count("", 0)
	ada.call(t, "POST", "/changes/"+deletion["id"].(string)+"/undo", nil).want(t, 202)
	in.work(t)
	count("", 3)
}

func TestChangeLinks_NeedsAFilterAndAChange(t *testing.T) {
	t.Parallel()
	ada := newInstall(t).signUp(t)
	for _, c := range []struct{ method, path, body string }{
		{"DELETE", "/links", ""},
		{"DELETE", "/links?search=%20", ""},
		{"DELETE", "/links?tags=spring", ""}, // an unknown parameter must not select all
		{"PATCH", "/links", `{"status":"archived"}`},
		{"PATCH", "/links?tag=spring", `{}`},
		{"PATCH", "/links?tag=spring", `{"password":"secret"}`},
		{"PATCH", "/links?tag=spring", `{"status":"expired"}`},
	} {
		ada.call(t, c.method, c.path, c.body).want(t, 422)
	}
}

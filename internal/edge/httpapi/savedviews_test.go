package httpapi_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
)

func TestSavedViews_CreateUpdateDelete(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	bob := in.member(t, ada, access.Viewer)
	made := ada.call(t, "POST", "/saved-views", map[string]any{"name": "Spring", "query": "tag=spring"}).want(t, 201).json(t)
	id := made["id"].(string)
	want := map[string]any{"id": id, "name": "Spring", "query": "tag=spring", "createdAt": "2026-04-01T12:00:00Z"}
	if diff := cmp.Diff(want, made); diff != "" {
		t.Error(diff)
	}
	want["name"] = "Summer"
	if diff := cmp.Diff(want, ada.call(t, "PATCH", "/saved-views/"+id, `{"name":"Summer"}`).want(t, 200).json(t)); diff != "" {
		t.Error(diff)
	}
	got := ada.call(t, "GET", "/saved-views", nil).want(t, 200).json(t)
	if diff := cmp.Diff(map[string]any{"items": []any{want}, "nextCursor": nil, "total": 1.0}, got); diff != "" {
		t.Error(diff)
	}
	if n := bob.call(t, "GET", "/saved-views", nil).want(t, 200).json(t)["total"]; n != 0.0 {
		t.Errorf("another member sees %v views", n)
	}
	bob.call(t, "DELETE", "/saved-views/"+id, nil).want(t, 404)
	taken := ada.call(t, "POST", "/saved-views", `{"name":"SUMMER","query":""}`).want(t, 409).problem(t)
	if diff := cmp.Diff([]string{"name: You already have a view with this name. Choose another name."}, taken.fields()); diff != "" {
		t.Error(diff)
	}
	bad := ada.call(t, "POST", "/saved-views", map[string]any{"name": " ", "query": strings.Repeat("q", 2001)}).want(t, 422).problem(t)
	if len(bad.Errors) != 2 || bad.Errors[0].Field != "name" || bad.Errors[1].Field != "query" {
		t.Errorf("%+v", bad.Errors)
	}
	ada.call(t, "DELETE", "/saved-views/"+id, nil).want(t, 204)
}

func TestTombstones_ListAndFree(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	id := ada.call(t, "POST", "/links", `{"url":"https://example.com/a","alias":"Launch"}`).want(t, 201).json(t)["id"].(string)
	ada.call(t, "DELETE", "/tombstones/"+id, nil).want(t, 404) // it lives
	ada.call(t, "DELETE", "/links/"+id, nil).want(t, 204)
	want := map[string]any{
		"linkId": id, "domain": "go.example.com", "aliases": []any{"Launch"}, "url": "https://example.com/a", "title": nil,
		"deletedAt": "2026-04-01T12:00:00Z",
	}
	got := ada.call(t, "GET", "/tombstones?search=LAUN", nil).want(t, 200).json(t)
	if diff := cmp.Diff(map[string]any{"items": []any{want}, "nextCursor": nil, "total": 1.0}, got); diff != "" {
		t.Error(diff)
	}
	ada.call(t, "DELETE", "/tombstones/"+id+"?alias=other", nil).want(t, 404)
	ada.call(t, "DELETE", "/tombstones/"+id+"?alias=launch", nil).want(t, 204)
	ada.call(t, "POST", "/links/"+id+"/restore", nil).want(t, 404)
	ada.call(t, "POST", "/links", `{"url":"https://example.com/b","alias":"launch"}`).want(t, 201)
}

func TestUpdateWorkspace_Retention(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	ada := in.signUp(t)
	change := func(body string, status int) reply {
		return ada.call(t, "PATCH", "/workspaces/current", body).want(t, status)
	}
	read := func(r reply) [3]any {
		w := r.json(t)
		return [3]any{w["name"], w["retentionDays"], w["planRetentionDays"]}
	}
	if diff := cmp.Diff([3]any{"Ada's workspace", nil, 60.0}, read(ada.call(t, "GET", "/workspaces/current", nil))); diff != "" {
		t.Error(diff)
	}
	for body, want := range map[string][3]any{
		`{"retentionDays":7}`:                {"Ada's workspace", 7.0, 60.0},
		`{"retentionDays":null}`:             {"Ada's workspace", nil, 60.0},
		`{"name":"Nest","retentionDays":60}`: {"Nest", 60.0, 60.0},
	} {
		if diff := cmp.Diff(want, read(change(body, 200))); diff != "" {
			t.Errorf("%s: %s", body, diff)
		}
		change(`{"name":"Ada's workspace","retentionDays":null}`, 200)
	}
	for _, body := range []string{`{"retentionDays":0}`, `{"retentionDays":-7}`, `{"retentionDays":61}`, `{"retentionDays":1.5}`, `{"retentionDays":"7"}`} {
		if p := change(body, 422).problem(t); len(p.Errors) != 1 || p.Errors[0].Field != "retentionDays" {
			t.Errorf("%s: %+v", body, p.Errors)
		}
	}
	// All or nothing.
	change(`{"name":"Nest","retentionDays":61}`, 422)
	if diff := cmp.Diff([3]any{"Ada's workspace", nil, 60.0}, read(ada.call(t, "GET", "/workspaces/current", nil))); diff != "" {
		t.Error(diff)
	}
}

package httpapi_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLinkHistory_ListAndRevert(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	made := u.call(t, "POST", "/links", `{"url":"https://example.com/","alias":"launch","password":"Sec-ret-9"}`).want(t, 201).json(t)
	path := "/links/" + made["id"].(string)
	in.clock.Advance(time.Minute)
	u.call(t, "PATCH", path, `{"url":"https://example.com/2","tags":["spring"],"expiresAt":"2026-06-01T00:00:00Z","password":"Sec-ret-10"}`).want(t, 200)
	in.clock.Advance(time.Minute)
	u.call(t, "DELETE", path, nil).want(t, 204)
	in.clock.Advance(time.Minute)
	u.call(t, "POST", path+"/restore", nil).want(t, 200)
	in.clock.Advance(time.Minute)
	back := u.call(t, "POST", path+"/revert", `{"version":1}`).want(t, 200).json(t)
	if back["url"] != "https://example.com/" || back["hasPassword"] != true || back["version"] != 4.0 || back["expiresAt"] != nil {
		t.Errorf("gone back: %v", back)
	}
	r := u.call(t, "GET", path+"/history", nil).want(t, 200)
	if strings.Contains(string(r.body), "ec-ret") || strings.Contains(string(r.body), "argon") {
		t.Errorf("a secret in %s", r.body)
	}
	step := func(version float64, kind, minute string, changes ...any) any {
		return map[string]any{
			"version": version, "kind": kind, "at": "2026-04-01T12:0" + minute + ":00Z", "actorId": u.id, "actorName": "Ada Lovelace", "changes": append([]any{}, changes...),
		}
	}
	change := func(field string, from, to any) any { return map[string]any{"field": field, "from": from, "to": to} }
	want := []any{
		step(4, "updated", "4", change("url", "https://example.com/2", "https://example.com/"), change("tags", []any{"spring"}, nil), change("expiresAt", "2026-06-01T00:00:00Z", nil)),
		step(3, "restored", "3"),
		step(2, "deleted", "2"),
		step(2, "updated", "1", change("url", "https://example.com/", "https://example.com/2"), change("tags", nil, []any{"spring"}), change("expiresAt", nil, "2026-06-01T00:00:00Z")),
		step(1, "created", "0", change("alias", nil, "launch"), change("url", nil, "https://example.com/"), change("hasPassword", false, true)),
	}
	if diff := cmp.Diff(want, r.json(t)["items"]); diff != "" {
		t.Error(diff)
	}
	u.call(t, "POST", path+"/revert", `{"version":99}`).want(t, 404)
	u.call(t, "POST", path+"/revert", `{}`).want(t, 422)
	u.call(t, "POST", path+"/restore", nil).want(t, 404)
	stranger := in.signUp(t)
	stranger.call(t, "GET", path+"/history", nil).want(t, 404)
	stranger.call(t, "POST", path+"/revert", `{"version":1}`).want(t, 404)
}

func TestAnnotations_ListChangesOfAPeriod(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	made := u.call(t, "POST", "/links", `{"url":"https://example.com/","alias":"launch"}`).want(t, 201).json(t)
	id := made["id"].(string)
	in.clock.Advance(time.Minute)
	u.call(t, "PATCH", "/links/"+id, `{"url":"https://example.com/2","tags":["spring"]}`).want(t, 200)
	want := map[string]any{
		"items": []any{map[string]any{
			"at": "2026-04-01T12:01:00Z", "linkId": id, "domain": made["domain"], "alias": "launch", "kind": "updated",
			"actorName": "Ada Lovelace", "fields": []any{"url", "tags"},
		}},
		"nextCursor": nil, "total": 1.0,
	}
	for _, query := range []string{"start=2026-04-01T12:00:00Z", "start=2026-04-01T12:01:00Z&end=2026-04-01T12:02:00Z", "start=2026-04-01T00:00:00Z&linkId=" + id} {
		if diff := cmp.Diff(want, u.call(t, "GET", "/analytics/annotations?"+query, nil).want(t, 200).json(t)); diff != "" {
			t.Errorf("%s: %s", query, diff)
		}
	}
	for _, query := range []string{"start=2026-04-01T12:02:00Z&end=2026-04-02T00:00:00Z", "start=2026-03-01T00:00:00Z&end=2026-04-01T12:01:00Z", "start=2026-04-01T00:00:00Z&linkId=lnk_0000000000001"} {
		if got := u.call(t, "GET", "/analytics/annotations?"+query, nil).want(t, 200).json(t)["total"]; got != 0.0 {
			t.Errorf("%s: %v annotations", query, got)
		}
	}
	for query, field := range map[string]string{"": "start", "start=2026-04-02T00:00:00Z&end=2026-04-01T00:00:00Z": "end", "start=2026-04-01T00:00:00Z&linkId=x": "linkId"} {
		if p := u.call(t, "GET", "/analytics/annotations?"+query, nil).want(t, 422).problem(t); len(p.Errors) != 1 || p.Errors[0].Field != field {
			t.Errorf("%s: %+v", query, p)
		}
	}
	stranger := in.signUp(t)
	if got := stranger.call(t, "GET", "/analytics/annotations?start=2026-04-01T00:00:00Z", nil).want(t, 200).json(t)["total"]; got != 0.0 {
		t.Errorf("a stranger sees %v annotations", got)
	}
}

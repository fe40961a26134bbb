package httpapi_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"linnet/internal/core/access"
)

func TestLabels_CreateUpdateDelete(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	const at = "2026-04-01T12:00:00Z"
	noUTM := map[string]any{"source": nil, "medium": nil, "campaign": nil, "term": nil, "content": nil, "ref": nil}
	mail := map[string]any{"source": "news", "medium": "mail", "campaign": nil, "term": nil, "content": nil, "ref": nil}
	for path, c := range map[string]struct {
		make, change string
		made, kept   map[string]any
	}{
		"/tags": {
			`{"name":" Spring ","color":"#AABBCC"}`, `{"color":null}`,
			map[string]any{"name": "Spring", "color": "#aabbcc", "links": 0.0}, map[string]any{"name": "Spring", "color": nil, "links": 0.0},
		},
		"/folders": {
			`{"name":"Spring"}`, `{"name":"Summer"}`,
			map[string]any{"name": "Spring", "links": 0.0, "access": "workspace", "members": []any{}, "level": "write"},
			map[string]any{"name": "Summer", "links": 0.0, "access": "workspace", "members": []any{}, "level": "write"},
		},
		"/utm-templates": {
			`{"name":"Spring"}`, `{"utm":{"source":"news","medium":"mail"}}`,
			map[string]any{"name": "Spring", "utm": noUTM}, map[string]any{"name": "Spring", "utm": mail},
		},
	} {
		made := u.call(t, "POST", path, c.make).want(t, 201).json(t)
		id := made["id"].(string)
		c.made["id"], c.made["createdAt"], c.kept["id"], c.kept["createdAt"] = id, at, id, at
		if diff := cmp.Diff(c.made, made); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
		if p := u.call(t, "POST", path, `{}`).want(t, 422).problem(t); !slices.Equal(p.faulty(), []string{"name"}) {
			t.Errorf("%s: %+v", path, p)
		}
		u.call(t, "POST", path, `{"name":"SPRING"}`).want(t, 409)
		changed := u.call(t, "PATCH", path+"/"+id, c.change).want(t, 200).json(t)
		if diff := cmp.Diff(c.kept, changed); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
		listed := u.call(t, "GET", path, nil).want(t, 200).json(t)
		if diff := cmp.Diff([]any{c.kept}, listed["items"]); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
		for _, method := range []string{"PATCH", "DELETE"} {
			in.signUp(t).call(t, method, path+"/"+id, `{"name":"theirs"}`).want(t, 404)
			in.member(t, u, access.Viewer).call(t, method, path+"/"+id, `{"name":"theirs"}`).want(t, 403)
		}
		u.call(t, "DELETE", path+"/"+id, nil).want(t, 204)
		u.call(t, "PATCH", path+"/"+id, c.change).want(t, 404)
	}
}

func TestLabels_LinksFollowChanges(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	folder := u.call(t, "POST", "/folders", `{"name":"Campaigns"}`).want(t, 201).json(t)["id"].(string)
	made := u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/", "tags": []string{"spring"}, "folderId": folder}).want(t, 201).json(t)
	if total := u.call(t, "GET", "/links?folder="+folder, nil).json(t)["total"]; total != 1.0 {
		t.Errorf("%v links in the folder", total)
	}
	tag := u.call(t, "GET", "/tags", nil).json(t)["items"].([]any)[0].(map[string]any)
	if tag["name"] != "spring" || tag["links"] != 1.0 {
		t.Errorf("%v", tag)
	}
	u.call(t, "PATCH", "/tags/"+tag["id"].(string), `{"name":"summer"}`).want(t, 200)
	u.call(t, "DELETE", "/folders/"+folder, nil).want(t, 204)
	got := u.call(t, "GET", "/links/"+made["id"].(string), nil).json(t)
	if diff := cmp.Diff([]any{"summer"}, got["tags"]); diff != "" || got["folderId"] != nil {
		t.Errorf("folder %v, tags %s", got["folderId"], diff)
	}
}

func TestLabels_ListsPages(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	for _, path := range []string{"/tags", "/folders", "/utm-templates"} {
		for i := range 5 {
			u.call(t, "POST", path, map[string]any{"name": fmt.Sprintf("Sale %d", i)}).want(t, 201)
		}
		u.call(t, "POST", path, `{"name":"Winter"}`).want(t, 201)
		for query, want := range map[string]struct {
			items, total int
			more         bool
		}{
			"":                        {6, 6, false},
			"?limit=1000":             {6, 6, false},
			"?limit=4":                {4, 6, true},
			"?search=sale&limit=2":    {2, 5, true},
			"?search=WIN":             {1, 1, false},
			"?ids=x,fld_0":            {0, 0, false},
			"?search=sale+3&limit=10": {1, 1, false},
		} {
			list := u.call(t, "GET", path+query, nil).want(t, 200).json(t)
			if items := list["items"].([]any); len(items) != want.items || list["total"] != float64(want.total) || (list["nextCursor"] != nil) != want.more {
				t.Errorf("%s%s: %d of %v, next %v", path, query, len(items), list["total"], list["nextCursor"])
			}
		}
		next := u.call(t, "GET", path+"?limit=4", nil).json(t)["nextCursor"].(string)
		rest := u.call(t, "GET", path+"?limit=4&cursor="+next, nil).want(t, 200).json(t)
		if items := rest["items"].([]any); len(items) != 2 || items[1].(map[string]any)["name"] != "Winter" || rest["nextCursor"] != nil {
			t.Errorf("%s: the rest: %v", path, rest)
		}
		u.call(t, "GET", path+"?limit=1001", nil).want(t, 422)
		u.call(t, "GET", path+"?cursor=x", nil).want(t, 422)
	}
}

func TestDomains_List(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	items := u.call(t, "GET", "/domains", nil).want(t, 200).json(t)["items"].([]any)
	first := items[0].(map[string]any)
	if len(items) != 1 || first["host"] != "go.example.com" || first["isDefault"] != true {
		t.Errorf("%v", items)
	}
}

package httpapi_test

import (
	"strings"
	"testing"
)

func TestCreate_NamesTheResource(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	for path, body := range map[string]any{
		"/links":    map[string]any{"url": "https://example.com/"},
		"/webhooks": map[string]any{"url": "https://hooks.example.com/", "events": []string{"link.created"}},
	} {
		r := u.call(t, "POST", path, body).want(t, 201)
		location := r.header.Get("Location")
		if want := "/api/v1" + path + "/" + r.json(t)["id"].(string); location != want {
			t.Errorf("%s: %q, want %q", path, location, want)
			continue
		}
		u.call(t, "GET", strings.TrimPrefix(location, "/api/v1"), nil).want(t, 200)
	}
	upsert := func(status int) string {
		return u.call(t, "PUT", "/links/upsert", `{"url":"https://example.com/","externalId":"a"}`).want(t, status).header.Get("Location")
	}
	if created, existing := upsert(201), upsert(200); !strings.HasPrefix(created, "/api/v1/links/lnk_") || existing != "" {
		t.Errorf("%q and %q", created, existing)
	}
}

func TestGetLink_IsNotModified(t *testing.T) {
	t.Parallel()
	u := newInstall(t).signUp(t)
	path := "/links/" + u.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)["id"].(string)
	for _, known := range []string{`"1"`, `W/"1"`, `"0", "1"`, `*`} {
		r := u.call(t, "GET", path, nil, "If-None-Match: "+known).want(t, 304)
		if r.header.Get("ETag") != `"1"` || r.header.Get("Content-Type") != "" || len(r.body) != 0 {
			t.Errorf("%s: %v %s", known, r.header, r.body)
		}
	}
	for _, known := range []string{`"2"`, `1`, `"`, ``} {
		u.call(t, "GET", path, nil, "If-None-Match: "+known).want(t, 200)
	}
	u.call(t, "PATCH", path, `{"title":"New"}`, "If-None-Match: *").want(t, 200)
	u.call(t, "GET", path, nil, `If-None-Match: "1"`).want(t, 200)
	u.call(t, "GET", path+"x", nil, "If-None-Match: *").want(t, 404)
	u.call(t, "GET", "/links", nil, "If-None-Match: *").want(t, 200)
}

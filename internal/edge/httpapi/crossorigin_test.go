package httpapi_test

import (
	"net/http"
	"strings"
	"testing"

	"linnet/internal/core/access"
)

const otherOrigin = "Origin: https://shop.example"

func TestAPI_LetsPagesOfOtherOriginsReadResponsesToKeysOnly(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	owner := in.signUp(t)
	key, _ := owner.apiKey(t, access.LinksRead)
	for name, c := range map[string]struct {
		got    reply
		status int
		want   string
	}{
		"key":            {key.call(t, "GET", "/links", nil, otherOrigin), http.StatusOK, "*"},
		"missing scope":  {key.call(t, "GET", "/domains", nil, otherOrigin), http.StatusForbidden, "*"},
		"unknown path":   {key.call(t, "GET", "/nothing", nil, otherOrigin), http.StatusNotFound, "*"},
		"invalid key":    {user{in: in, token: "lnt_0"}.call(t, "GET", "/links", nil, otherOrigin), http.StatusUnauthorized, "*"},
		"session, write": {owner.call(t, "POST", "/links", `{"url":"https://example.com/"}`, otherOrigin), http.StatusForbidden, ""},
		"session":        {owner.call(t, "GET", "/links", nil, otherOrigin), http.StatusOK, ""},
		"no credentials": {in.anonymous().call(t, "GET", "/packages", nil, otherOrigin), http.StatusOK, ""},
	} {
		h := c.got.header
		if c.got.status != c.status || h.Get("Access-Control-Allow-Origin") != c.want || h.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: %d with %v", name, c.got.status, h)
		}
	}
}

func TestAPI_LetsPagesOfOtherOriginsReadWhereALinkWasCreated(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	key, _ := in.signUp(t).apiKey(t, access.LinksWrite)
	h := key.call(t, "POST", "/links", `{"url":"https://example.com/"}`, otherOrigin).want(t, http.StatusCreated).header
	if exposed := h.Get("Access-Control-Expose-Headers"); h.Get("Location") == "" || !strings.Contains(exposed, "Location") || !strings.Contains(exposed, "ETag") {
		t.Errorf("%v", h)
	}
}

func TestAPI_AnswersPreflightsOfOperationsThatKeysMayCall(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	preflight := func(method, path string) reply {
		return in.anonymous().call(t, http.MethodOptions, path, nil, otherOrigin,
			"Access-Control-Request-Method: "+method, "Access-Control-Request-Headers: authorization,content-type")
	}
	for _, c := range []struct{ method, path string }{{"POST", "/links"}, {"DELETE", "/links/lnk_0000000000001"}, {"PATCH", "/links/bulk"}} {
		h := preflight(c.method, c.path).want(t, http.StatusNoContent).header
		if h.Get("Access-Control-Allow-Origin") != "*" || h.Get("Access-Control-Allow-Methods") != c.method ||
			h.Get("Access-Control-Allow-Headers") != "authorization,content-type" || h.Get("Access-Control-Max-Age") != "3600" {
			t.Errorf("%s %s: %v", c.method, c.path, h)
		}
	}
	for _, c := range []struct {
		method, path string
		status       int
	}{
		{"POST", "/auth/login", 405}, {"POST", "/api-keys", 405}, {"PUT", "/links", 405}, {"", "/links", 405}, {"GET", "/nothing", 404},
	} {
		if h := preflight(c.method, c.path).want(t, c.status).header; h.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s %s: %v", c.method, c.path, h)
		}
	}
}

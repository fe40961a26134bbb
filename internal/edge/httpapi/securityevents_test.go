package httpapi_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"linnet/internal/core/securitylog"
	"linnet/internal/edge/httpapi"
)

func TestSecurityLog_RecordsRefusals(t *testing.T) {
	t.Parallel()
	out := &bytes.Buffer{}
	var log *securitylog.Log
	in := newInstall(t, func(o *httpapi.Deps) {
		log = securitylog.New(slog.New(slog.NewTextHandler(out, nil)), o.Clock)
		o.Security = log
	})
	ada, bob := in.signUp(t), in.signUp(t)
	link := ada.call(t, "POST", "/links", map[string]any{"url": "https://example.com/"}).want(t, 201).json(t)["id"].(string)
	bob.call(t, "GET", "/links/"+link, nil, testAddr+": 198.51.100.9").want(t, 404)
	user{in: in, token: "guessed"}.call(t, "GET", "/me", nil).want(t, 401)
	in.anonymous().call(t, "GET", "/me", nil).want(t, 401) // no token, no event
	for kind, want := range map[securitylog.Kind]uint64{securitylog.AccessDenied: 1, securitylog.SessionRejected: 1, securitylog.RateLimited: 0} {
		if got := log.Count(kind); got != want {
			t.Errorf("%s: %d events, want %d", kind, got, want)
		}
	}
	line := out.String()
	for _, want := range []string{"event=access.denied", "user=" + bob.id, "network=198.51.100.0/24", "request=req_", `subject="GET /links/{id}"`} {
		if !strings.Contains(line, want) {
			t.Errorf("no %s in %s", want, line)
		}
	}
	if strings.Contains(line, "guessed") || strings.Contains(line, "198.51.100.9") {
		t.Errorf("a token or an address is in %s", line)
	}
}

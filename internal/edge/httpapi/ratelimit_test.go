package httpapi_test

import (
	"net/http"
	"testing"
)

func TestRateLimit_IsPerUser(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	u := in.signUp(t)
	credentials := map[string]any{"email": "ada1@example.com", "password": goodPassword}
	second := user{in: in, token: in.anonymous().call(t, "POST", "/auth/login", credentials).want(t, 200).json(t)["token"].(string)}
	for range 600 {
		if u.call(t, "GET", "/me", nil).status == http.StatusTooManyRequests {
			break
		}
	}
	second.call(t, "GET", "/me", nil).want(t, 429)
}

func TestRateLimit_IsPerIPv6Network(t *testing.T) {
	t.Parallel()
	in := newInstall(t)
	for range 600 {
		in.anonymous().call(t, "GET", "/packages", nil, testAddr+": 2001:db8:1:2::1").want(t, 200)
	}
	in.anonymous().call(t, "GET", "/packages", nil, testAddr+": 2001:db8:1:2::2").want(t, 429)
	in.anonymous().call(t, "GET", "/packages", nil, testAddr+": 2001:db8:1:3::2").want(t, 200)
}

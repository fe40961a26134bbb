package httpapi_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"linnet/internal/edge/httpapi"
)

// FuzzBodies sends anything at all to the operations that read the richest
// bodies: it is never our fault, and the answer is always in the document.
func FuzzBodies(f *testing.F) {
	for _, body := range []string{
		``, `null`, `[]`, `{}`, `{"url":"https://example.com/"}`, `{"URL":"https://example.com/","Url":null}`,
		`{"url":"https://example.com/","rules":[{"when":{"all":[{"field":"country","op":"in","values":["DE"]}]},"then":{"block":404}}]}`,
		`{"url":"https://example.com/","rules":[{"when":{"field":"time","op":"within","values":[{"days":5}]},"then":{"split":[{}]}}]}`,
		`{"url":"https://example.com/","split":[{"url":"https://example.com/a","weight":1e2}]}`,
		`{"url":"https://example.com/","alias":"\u0000","title":"\ud800","password":"x","startsAt":"0000-01-01T00:00:00Z"}`,
		`{"url":"https://example.com/","maxClicks":-9223372036854775808,"utm":null,"preview":{"image":"x"}}`,
		`{"email":"a@b.co","password":"Correct-Horse-1","firstName":{}}`, `{"ids":["ntf_0"],"name":"x"}`,
	} {
		f.Add([]byte(body))
	}
	in := newInstall(f)
	token := in.signUp(f).token
	f.Fuzz(func(t *testing.T, body []byte) {
		in.clock.Advance(time.Minute) // budgets are whole again
		for _, target := range []string{"/links", "/auth/signup", "/auth/login", "/notifications/read"} {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, httpapi.Prefix+target, bytes.NewReader(body))
			r.Header.Set("Authorization", "Bearer "+token)
			w := httptest.NewRecorder()
			in.api.ServeHTTP(w, r)
			if w.Code >= http.StatusInternalServerError {
				t.Errorf("%s: status %d: %s", target, w.Code, in.log)
			}
			readContract(t).hold(t, http.MethodPost, target, reply{w.Code, w.Header(), w.Body.Bytes()})
		}
	})
}

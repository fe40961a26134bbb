package apikit_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"linnet/internal/edge/apikit"
)

func TestRouter_BoundsBodies(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	name := func(bytes int) string { return `{"name":"` + strings.Repeat("a", bytes-len(`{"name":""}`)) + `"}` }
	for what, c := range map[string]struct {
		body   string
		status int
	}{
		"the largest":         {name(apikit.MaxBody), http.StatusOK},
		"too large":           {name(apikit.MaxBody + 1), http.StatusRequestEntityTooLarge},
		"the longest list":    {`{"name":"ab","tags":["a"` + strings.Repeat(`,"a"`, 999) + `]}`, http.StatusOK},
		"too long a list":     {`{"name":"ab","tags":["a"` + strings.Repeat(`,"a"`, 1000) + `]}`, http.StatusUnprocessableEntity},
		"nested":              {`{"name":"ab","x":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + `}`, http.StatusOK},
		"nested too deep":     {`{"name":"ab","x":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`, http.StatusUnprocessableEntity},
		"ends too early":      {`{"name":"ab"`, http.StatusBadRequest},
		"not JSON":            {`name=ab`, http.StatusBadRequest},
		"not an object":       {`[]`, http.StatusUnprocessableEntity},
		"a number too large":  {`{"name":"ab","size":1e99}`, http.StatusUnprocessableEntity},
		"no body":             {``, http.StatusBadRequest},
		"white space outside": {" \n" + `{"name":"ab"}` + "\n", http.StatusOK},
	} {
		if got := a.do(t, "POST", "/things", c.body); got.StatusCode != c.status {
			t.Errorf("%s: %d, want %d: %.200s", what, got.StatusCode, c.status, got.text)
		}
	}
	if got := a.do(t, "POST", "/things", `{"name":"ab"}`, "Content-Type", "text/plain"); got.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("another media type: %d", got.StatusCode)
	}
}

func TestRouter_ReportsInvalidParametersAndFieldsTogether(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	for copies, message := range map[string]string{"10": "Must be at most 9.", "ten": "Must be a whole number."} {
		p := a.do(t, "POST", "/things?copies="+copies, `{"size":1}`).problem(t)
		want := []apikit.FieldProblem{{Field: "copies", Message: message}, {Field: "name", Message: "Is required."}}
		if p.Status != http.StatusUnprocessableEntity || !slices.Equal(p.Errors, want) || p.Message != "copies: "+message {
			t.Errorf("%s copies: %+v", copies, p)
		}
	}
	if p := a.do(t, "POST", "/things?copies=10", `{"size"`).problem(t); p.Status != http.StatusUnprocessableEntity || len(p.Errors) != 1 {
		t.Errorf("a body that is not JSON: %+v", p)
	}
}

func TestRouter_UnknownFields(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	const body = `{"name":"ab","nickname":1,"NOTE":"n","other":{"x":1}}`
	got := a.do(t, "POST", "/things", body)
	if names := got.Header.Get("Linnet-Unknown-Fields"); got.StatusCode != http.StatusOK || names != "nickname, other" {
		t.Errorf("%d, unknown %q", got.StatusCode, names)
	}
	p := a.do(t, "POST", "/things?strict=true", body).problem(t)
	if p.Status != http.StatusUnprocessableEntity || len(p.Errors) != 2 || p.Errors[0].Field != "nickname" || p.Errors[1].Field != "other" {
		t.Errorf("strict: %+v", p)
	}
}

func TestOpt_AbsentNullAndValue(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	for body, want := range map[string]string{
		`{"name":"ab"}`: "unchanged", `{"name":"ab","note":null}`: "", `{"name":"ab","note":"new"}`: "new",
	} {
		var out struct{ Note string }
		got := a.do(t, "POST", "/things", body)
		if err := json.Unmarshal([]byte(got.text), &out); err != nil || out.Note != want {
			t.Errorf("%s: note %q, want %q (%v)", body, out.Note, want, err)
		}
	}
	var o struct {
		A, B, C apikit.Opt[int]
	}
	if err := json.Unmarshal([]byte(`{"B":null,"C":3}`), &o); err != nil {
		t.Fatal(err)
	}
	if o.A.Pointer() != nil || !o.B.Named || !o.B.Null || *o.C.Pointer() != 3 || o.C.Null {
		t.Errorf("%+v", o)
	}
	if err := json.Unmarshal([]byte(`{"A":"x"}`), &o); err == nil {
		t.Error("text is accepted as a number")
	}
	for raw, want := range map[string]apikit.FormText{`"a"`: "a", `3`: "", `null`: ""} {
		var text apikit.FormText
		if err := json.Unmarshal([]byte(raw), &text); err != nil || text != want {
			t.Errorf("FormText of %s: %q, %v", raw, text, err)
		}
	}
}

func TestRouter_NeverReplacesText(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	for name, c := range map[string]struct {
		name   string
		status int
	}{
		"UTF-8":                   {"caf\u00e9 \U0001F600", http.StatusOK},
		"a replacement character": {"caf\ufffd", http.StatusOK},
		"an escaped pair":         {`caf\uD83D\uDE00`, http.StatusOK},
		"an escaped backslash":    {`caf\\ud83d`, http.StatusOK},
		"Latin-1":                 {"caf\xe9", http.StatusBadRequest},
		"an encoded surrogate":    {"caf\xed\xa0\xbd", http.StatusBadRequest},
		"a cut sequence":          {"caf\xf0\x9f\x98", http.StatusBadRequest},
		"a high surrogate":        {`caf\ud83d`, http.StatusBadRequest},
		"a high surrogate, text":  {`caf\ud83dx`, http.StatusBadRequest},
		"two high surrogates":     {`caf\ud83d\ud83d\ude00`, http.StatusBadRequest},
		"a low surrogate":         {`caf\uDE00`, http.StatusBadRequest},
	} {
		got := a.do(t, "POST", "/things", `{"name":"`+c.name+`"}`)
		if got.StatusCode != c.status {
			t.Errorf("%s: %d, want %d: %s", name, got.StatusCode, c.status, got.text)
		}
		if c.status != http.StatusOK && !strings.Contains(got.text, "near byte 12") {
			t.Errorf("%s: %s", name, got.text)
		}
	}
	if got := a.do(t, "POST", "/things", "{\"na\xffme\":\"ab\"}"); got.StatusCode != http.StatusBadRequest {
		t.Errorf("a field's name: %d", got.StatusCode)
	}
}

func TestRouter_AcceptsMediaTypesInAnyCase(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	for _, media := range []string{"Application/JSON", "application/json; Charset=UTF-8", "APPLICATION/JSON;charset=\"utf-8\""} {
		if got := a.do(t, "POST", "/things", `{"name":"ab"}`, "Content-Type", media); got.StatusCode != http.StatusOK {
			t.Errorf("%s: %d %s", media, got.StatusCode, got.text)
		}
	}
}

func TestRouter_RejectsTimesOutOfRange(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	for at, ok := range map[string]bool{
		"2026-01-31T09:00:00Z": true, "1971-01-01T00:00:00Z": true, "0001-01-01T00:00:00Z": false, "0001-01-01T03:00:00+03:00": false,
		"1970-01-01T00:00:00Z": false, "2026-01-31T09:00:00+24:00": false, "soon": false,
	} {
		got := a.do(t, "POST", "/things", `{"name":"ab","at":"`+at+`","all":["`+at+`"]}`)
		if (got.StatusCode == http.StatusOK) != ok {
			t.Errorf("%s: %d %s", at, got.StatusCode, got.text)
		}
		if p := got; !ok && !strings.Contains(p.text, `"field":"at"`) || !ok && !strings.Contains(p.text, `"field":"all[0]"`) {
			t.Errorf("%s: %s", at, got.text)
		}
		if got := a.do(t, "GET", "/things?since="+url.QueryEscape(at), ""); (got.StatusCode == http.StatusOK) != ok {
			t.Errorf("since=%s: %d %s", at, got.StatusCode, got.text)
		}
	}
}

func TestRouter_NamesUnknownParameters(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	got := a.do(t, "POST", "/things?tga=x&%0Aa=1", `{"name":"ab"}`)
	if names := got.Header.Get("Linnet-Unknown-Parameters"); got.StatusCode != http.StatusOK || names != "%0Aa, tga" {
		t.Errorf("%d, unknown %q", got.StatusCode, names)
	}
	p := a.do(t, "POST", "/things?tga=x&strict=true", `{"name":"ab"}`).problem(t)
	if p.Status != http.StatusUnprocessableEntity || len(p.Errors) != 1 || p.Errors[0].Field != "tga" {
		t.Errorf("strict: %+v", p)
	}
	if got := a.do(t, "POST", "/things?strict=true", `{"name":"ab"}`); got.StatusCode != http.StatusOK || got.Header.Get("Linnet-Unknown-Parameters") != "" {
		t.Errorf("strict, all known: %d", got.StatusCode)
	}
}

func TestRouter_ChecksTheOriginOfAmbientCredentialsOnly(t *testing.T) {
	t.Parallel()
	a := newAPI(t)
	for _, header := range [][2]string{{"Origin", "chrome-extension://abc"}, {"Origin", "null"}, {"Sec-Fetch-Site", "cross-site"}} {
		if got := a.do(t, "POST", "/things", `{"name":"ab"}`, header[0], header[1]); got.StatusCode != http.StatusOK {
			t.Errorf("%s with a key: %d", header[1], got.StatusCode)
		}
		if got := a.do(t, "POST", "/sign-up", `{"name":"ab"}`, header[0], header[1]); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s without a credential: %d", header[1], got.StatusCode)
		}
		if got := a.do(t, "POST", "/things", `{"name":"ab"}`, header[0], header[1], "Authorization", ""); got.StatusCode != http.StatusForbidden {
			t.Errorf("%s without a key: %d", header[1], got.StatusCode)
		}
	}
}

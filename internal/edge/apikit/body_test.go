package apikit_test

import (
	"encoding/json"
	"net/http"
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

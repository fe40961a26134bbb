package pagetitle

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"golang.org/x/text/encoding/htmlindex"

	"linnet/internal/base/fault"
)

// answer is a Caller that always gives one answer.
type answer struct {
	status      int
	contentType string
	body        io.Reader
	err         error
	request     *http.Request
}

// Do is Caller's.
func (a *answer) Do(r *http.Request) (*http.Response, error) {
	a.request = r
	if a.err != nil {
		return nil, a.err
	}
	return &http.Response{
		StatusCode: a.status, Header: http.Header{"Content-Type": {a.contentType}}, Body: io.NopCloser(a.body), Request: r,
	}, nil
}

func TestReader_Title(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ page, want string }{
		"plain":                      {`<html><head><title>Spring sale</title>`, "Spring sale"},
		"in capitals":                {`<HTML><HEAD><TITLE lang="en">Spring sale</TITLE>`, "Spring sale"},
		"over several lines":         {"<title>\n  Spring \t sale\r\n</title>", "Spring sale"},
		"with entities":              {`<title>Fish &amp; chips &#8211; &quot;caf&eacute;&quot;</title>`, `Fish & chips – "café"`},
		"with a tag as text":         {`<title>How to use <b> in HTML</title>`, `How to use <b> in HTML`},
		"behind a comment":           {`<!-- <title>old</title> --><title>new</title>`, "new"},
		"behind an empty comment":    {`<!--><title>new</title>`, "new"},
		"behind a script":            {`<script>var a = "<title>no</title>";</script><title>yes</title>`, "yes"},
		"behind a style":             {`<style>/* <title>no</title> */</style><title>yes</title>`, "yes"},
		"behind a template":          {`<template><title>no</title></template><title>yes</title>`, "yes"},
		"before a drawing's":         {`<head><title>page</title></head><body><svg><title>icon</title></svg>`, "page"},
		"a drawing's alone":          {`<head></head><body><svg><title>icon</title></svg>`, ""},
		"og when there is no title":  {`<meta property="og:title" content="Social &lt;3">`, "Social <3"},
		"og when the title is empty": {`<title> </title><meta content='Social' property=og:title />`, "Social"},
		"og as a name":               {`<meta name="og:title" content="Social">`, "Social"},
		"og before the title":        {`<meta property="og:title" content="Social"><title>Title</title>`, "Title"},
		"never closed":               {`<title>cut off`, "cut off"},
		"no head at all":             {`<p>Hello`, ""},
		"nothing":                    {``, ""},
		"only an opening":            {`<`, ""},
		"an attribute without end":   {`<meta property="og:title" content="Soc`, "Soc"},
		"direction marks":            {"<title>a\u202eb\u2066c</title>", "abc"},
		"control characters":         {"<title>a\x00b\x07c</title>", "abc"},
	} {
		a := &answer{status: 200, contentType: "text/html; charset=utf-8", body: strings.NewReader(c.page)}
		if got, err := NewReader(a).Title(t.Context(), "https://example.com/"); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
	}
}

func TestReader_DecodesEveryEncoding(t *testing.T) {
	t.Parallel()
	const korean, japanese, russian, french = "봄 세일", "春のセール", "Весенняя распродажа", "Soldes d’été"
	for name, c := range map[string]struct{ label, header, meta, want, bom string }{
		"UTF-8 by header":             {"utf-8", "text/html; charset=UTF-8", "", korean, ""},
		"UTF-8 by nothing":            {"utf-8", "text/html", "", korean, ""},
		"UTF-8 by its mark":           {"utf-8", "text/html; charset=iso-8859-1", "", korean, "\xEF\xBB\xBF"},
		"EUC-KR by header":            {"euc-kr", "text/html; charset=euc-kr", "", korean, ""},
		"EUC-KR by meta":              {"euc-kr", "text/html", `<meta charset="ks_c_5601-1987">`, korean, ""},
		"Shift_JIS by meta":           {"shift_jis", "text/html", `<META http-equiv=Content-Type content="text/html; charset=Shift_JIS">`, japanese, ""},
		"EUC-JP by header":            {"euc-jp", `text/html; charset="EUC-JP"`, "", japanese, ""},
		"windows-1251 by meta":        {"windows-1251", "text/html", `<meta charset=windows-1251>`, russian, ""},
		"KOI8-R by header":            {"koi8-r", "text/html;charset=koi8-r", "", russian, ""},
		"windows-1252 by nothing":     {"windows-1252", "text/html", "", french, ""},
		"the header before the meta":  {"utf-8", "text/html; charset=utf-8", `<meta charset=euc-kr>`, korean, ""},
		"an unknown header":           {"euc-kr", "text/html; charset=klingon", `<meta charset=euc-kr>`, korean, ""},
		"UTF-16 that it cannot be":    {"utf-8", "text/html", `<meta charset=utf-16>`, korean, ""},
		"UTF-16 little by its mark":   {"utf-16le", "text/html", "", korean, "\xFF\xFE"},
		"UTF-16 big by its mark":      {"utf-16be", "text/html; charset=utf-8", "", korean, "\xFE\xFF"},
		"UTF-16 little by its header": {"utf-16le", "text/html; charset=utf-16le", "", korean, ""},
	} {
		enc, err := htmlindex.Get(c.label)
		if err != nil {
			t.Fatal(err)
		}
		page, err := enc.NewEncoder().String("<html><head>" + c.meta + "<title>" + c.want + "</title>")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		a := &answer{status: 200, contentType: c.header, body: strings.NewReader(c.bom + page)}
		if got, err := NewReader(a).Title(t.Context(), "https://example.com/"); err != nil || got != c.want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, c.want)
		}
	}
}

func TestReader_TemporaryFailuresAreUnavailable(t *testing.T) {
	t.Parallel()
	refused := fault.New(fault.Invalid, "no")
	for name, c := range map[string]struct {
		answer answer
		want   fault.Code
	}{
		"no connection":    {answer{err: errors.New("refused")}, fault.Unavailable},
		"never to be made": {answer{err: refused}, fault.Invalid},
		"500":              {answer{status: 500}, fault.Unavailable},
		"503":              {answer{status: 503}, fault.Unavailable},
		"429":              {answer{status: 429}, fault.Unavailable},
		"404":              {answer{status: 404}, fault.NotFound},
		"403":              {answer{status: 403}, fault.NotFound},
		"a picture":        {answer{status: 200, contentType: "image/png"}, ""},
		"breaks at once":   {answer{status: 200, contentType: "text/html", body: iotest.ErrReader(io.ErrUnexpectedEOF)}, fault.Unavailable},
	} {
		if c.answer.body == nil {
			c.answer.body = strings.NewReader("<title>never</title>")
		}
		title, err := NewReader(&c.answer).Title(t.Context(), "https://example.com/")
		if fault.CodeOf(err) != c.want || title != "" {
			t.Errorf("%s: %q, %v; want %q", name, title, err, c.want)
		}
	}
	if _, err := NewReader(&answer{}).Title(t.Context(), "https://exa mple.com/%zz"); !fault.Is(err, fault.Invalid) {
		t.Errorf("an address that is none: %v", err)
	}
}

func TestReader_ReadsHeadOfTruncatedPage(t *testing.T) {
	t.Parallel()
	body := io.MultiReader(strings.NewReader("<title>Here</title><body>"), iotest.ErrReader(io.ErrUnexpectedEOF))
	a := &answer{status: 200, contentType: "text/html", body: body}
	if got, err := NewReader(a).Title(t.Context(), "https://user:secret@example.com/"); err != nil || got != "Here" {
		t.Errorf("%q, %v", got, err)
	}
	if a.request.URL.User != nil || a.request.Header.Get("Authorization") != "" {
		t.Error("the address's credentials are sent")
	}
}

func TestReader_LimitsBytesRead(t *testing.T) {
	t.Parallel()
	endless := &counted{}
	a := &answer{status: 200, contentType: "text/html", body: endless}
	if _, err := NewReader(a).Title(t.Context(), "https://example.com/"); err != nil || endless.n > maxRead {
		t.Errorf("%d bytes were read, %v", endless.n, err)
	}
}

type counted struct{ n int }

// Read is io.Reader's.
func (c *counted) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = '<'
	}
	c.n += len(p)
	return len(p), nil
}

func FuzzTitles(f *testing.F) {
	f.Add([]byte(`<!doctype html><html><head><meta charset=utf-8><title>a</title><meta property="og:title" content="b">`), "")
	f.Add([]byte("<title><meta property=og:title content='<!--"), "euc-kr")
	f.Add([]byte("\xff\xfe<\x00t\x00"), "utf-16")
	f.Add([]byte("</title><TITLE/><title =a=\"b>"), "shift_jis")
	f.Fuzz(func(t *testing.T, page []byte, label string) {
		title, social := titles(decode(page, label))
		for _, text := range []string{title, social} {
			if !utf8.ValidString(text) || strings.ContainsAny(text, "\n\r\x00") || text != strings.TrimSpace(text) {
				t.Errorf("%q is no line", text)
			}
		}
	})
}

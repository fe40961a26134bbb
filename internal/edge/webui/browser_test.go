package webui_test

import (
	"encoding/xml"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"linnet/internal/edge/webui"
)

func TestNewLink_FillsTheFormWithWhatIsShared(t *testing.T) {
	t.Parallel()
	ui, err := webui.New(build, webui.Facts{PublicURL: "https://links.example.com"})
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ query, want string }{
		"an address":                    {"url=https://example.com/a%3Fb%3D1%26c", "https://example.com/a?b=1&c"},
		"an address without its scheme": {"url=example.com", "example.com"},
		"an address in a text":          {"title=News&text=Look+at+https://example.com/news+now&url=", "https://example.com/news"},
		"an address as the title":       {"title=https://example.com/t", "https://example.com/t"},
		"words":                         {"text=only+words+mailto:ada@example.com", ""},
		"a script is only text":         {"url=javascript:alert(1)", "javascript:alert(1)"},
		"too long":                      {"url=https://example.com/" + strings.Repeat("a", 9000), ""},
		"nothing":                       {"", ""},
	} {
		w := httptest.NewRecorder()
		ui.NewLink(w, httptest.NewRequest(http.MethodGet, webui.NewLinkPath+"?"+c.query, nil))
		to, err := url.Parse(w.Header().Get("Location"))
		if err != nil || w.Code != 303 || to.Host != "" || to.Path != "/dashboard/links" || to.Query().Get("new") != "link" || to.Query().Get("url") != c.want {
			t.Errorf("%s: %d %s, %v", name, w.Code, to, err)
		}
	}
}

func TestOpenSearch_DescribesTheSearchOfTheInstall(t *testing.T) {
	t.Parallel()
	ui, err := webui.New(build, webui.Facts{PublicURL: "https://links.example.com"})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	ui.OpenSearch(w, httptest.NewRequest(http.MethodGet, webui.OpenSearchPath, nil))
	var got struct {
		XMLName xml.Name `xml:"http://a9.com/-/spec/opensearch/1.1/ OpenSearchDescription"`
		Names   []string `xml:"ShortName"`
		URL     struct {
			Template string `xml:"template,attr"`
		} `xml:"Url"`
	}
	if err := xml.Unmarshal(w.Body.Bytes(), &got); err != nil || len(got.Names) != 1 || len(got.Names[0]) > 16 ||
		got.URL.Template != "https://links.example.com/dashboard/links?q={searchTerms}" {
		t.Errorf("%+v, %v", got, err)
	}
}

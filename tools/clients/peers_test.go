package clients

import (
	"encoding/pem"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"testing"
)

// peers has the clients of other shorteners, as npm has them.
const peers = "../../web/tools/peers"

func TestKutt_ItsClientWorks(t *testing.T) { useLink(t, "node", peers+"/kutt.mjs") }

func TestYOURLS_ItsClientsWork(t *testing.T) { useLink(t, "node", peers+"/yourls.mjs") }

// TestBitly_ItsClientWorks serves the install by TLS, too: Bitly's client has no other protocol.
func TestBitly_ItsClientWorks(t *testing.T) {
	origin := serve(t)
	target, err := url.Parse(origin)
	if err != nil {
		t.Fatal(err)
	}
	secure := httptest.NewTLSServer(httputil.NewSingleHostReverseProxy(target))
	t.Cleanup(secure.Close)
	certificate := filepath.Join(t.TempDir(), "certificate.pem")
	if err := os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: secure.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	use(t, origin, []string{"LINNET_SECURE_URL=" + secure.URL, "NODE_EXTRA_CA_CERTS=" + certificate}, "node", peers+"/bitly.mjs")
}

func TestShlink_ItsSDKWorks(t *testing.T) { useLink(t, "node", peers+"/shlink.mjs") }

// TestShlink_ItsWebClientWorks clicks through it in Chromium, from another origin.
func TestShlink_ItsWebClientWorks(t *testing.T) {
	useLink(t, "node", "../../web/tools/shlink-web/walk.mjs")
}

func TestDub_ItsSDKWorks(t *testing.T) { useLink(t, "node", peers+"/dub.mjs") }

package cli

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"linnet/internal/config"
	"linnet/internal/testkit"
	"linnet/internal/testkit/testca"
	"linnet/internal/testkit/testdns"
)

// tlsClient connects to the TLS listener of a node, whatever the host of a URL.
type tlsClient struct {
	t      *testing.T
	client *http.Client
}

func newTLSClient(t *testing.T, addr string, ca *testca.CA) tlsClient {
	t.Helper()
	transport := &http.Transport{
		ForceAttemptHTTP2: true, TLSClientConfig: &tls.Config{RootCAs: ca.Issued, MinVersion: tls.VersionTLS12},
		DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return (&net.Dialer{}).DialContext(ctx, network, addr)
		},
	}
	t.Cleanup(transport.CloseIdleConnections)
	return tlsClient{t, &http.Client{Transport: transport, Timeout: 20 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}}
}

// visit returns "<status> <Location> <Strict-Transport-Security>" of a GET over
// TLS, or the error.
func (c tlsClient) visit(host, path string) string {
	c.t.Helper()
	r, err := http.NewRequestWithContext(c.t.Context(), http.MethodGet, "https://"+host+path, nil)
	if err != nil {
		c.t.Fatal(err)
	}
	response, err := c.client.Do(r)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	header := response.Header
	return fmt.Sprint(response.StatusCode, " ", header.Get("Location"), " ", header.Get("Strict-Transport-Security"))
}

// startWithCA runs a node whose certificates a CA issues.
func startWithCA(t *testing.T, engine string) (origin string, dns *testdns.Server, ca *testca.CA, client tlsClient) {
	t.Helper()
	dns = testdns.New(t)
	plain, secure := testkit.FreeAddr(t), testkit.FreeAddr(t)
	ca = testca.New(t, dns, tcpAddr(t, plain), tcpAddr(t, secure))
	origin = start(t, func(cfg *config.Config) {
		cfg.Addr, cfg.PublicURL, cfg.DNS = plain, "http://"+plain, dns.Addr
		cfg.TLS, cfg.TLSAddr, cfg.ACMEDirectory, cfg.ACMECA = config.TLSACME, secure, ca.Directory, ca.WriteRoots(t)
		if engine == "postgres" {
			cfg.DatabaseURL = testkit.MigratedPostgres(t)
		}
	})
	return origin, dns, ca, newTLSClient(t, secure, ca)
}

func tcpAddr(t *testing.T, text string) *net.TCPAddr {
	t.Helper()
	addr, err := net.ResolveTCPAddr("tcp", text)
	if err != nil {
		t.Fatal(err)
	}
	return addr
}

// certificateOf returns the state of the certificate of a domain, with its error.
func certificateOf(p *person, id string) string {
	var got struct {
		Certificate struct {
			State string
			Error *string
		}
	}
	p.call(http.MethodGet, "/domains/"+id, nil, http.StatusOK, &got)
	if got.Certificate.Error != nil {
		return got.Certificate.State + ": " + *got.Certificate.Error
	}
	return got.Certificate.State
}

// TestDomains_FromCreationToTheFirstHTTPSRedirect logs the time that it takes
// with the DNS records in place as soon as they are known.
func TestDomains_FromCreationToTheFirstHTTPSRedirect(t *testing.T) {
	t.Parallel()
	for _, engine := range []string{"sqlite", "postgres"} {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			origin, dns, ca, client := startWithCA(t, engine)
			ada := signUp(t, origin)
			host := "go-" + engine + ".brand.example" // the ACME client shares its challenges in the process
			if got := client.visit(host, "/launch"); !strings.Contains(got, "tls") {
				t.Errorf("a host without a domain: %s", got)
			}

			began := time.Now()
			var d customDomain
			ada.call(http.MethodPost, "/domains", map[string]any{"host": host}, http.StatusCreated, &d)
			if got := client.visit(host, "/launch"); !strings.Contains(got, "tls") {
				t.Errorf("an unverified host: %s", got)
			}
			d.publish(t, dns)
			ada.call(http.MethodPost, "/domains/"+d.ID+"/verify", nil, http.StatusOK, &d)
			if d.Status != "verified" {
				t.Fatalf("%+v", d)
			}
			ada.call(http.MethodPost, "/links", map[string]any{"url": "https://example.com/", "alias": "launch", "domain": host}, http.StatusCreated, nil)
			// No handshake: the certificate is ordered in the background.
			eventually(t, func() string {
				if got := certificateOf(ada, d.ID); got != "valid" {
					return "the certificate is " + got
				}
				return ""
			})
			if got := client.visit(host, "/launch"); got != "302 https://example.com/ " {
				t.Fatalf("over TLS: %s", got)
			}
			t.Logf("from POST /domains to the first redirect over HTTPS: %d ms", time.Since(began).Milliseconds())
			if got := ca.Orders(host); got != 1 {
				t.Errorf("%d orders, want 1", got)
			}

			secured := "308 https://" + host + "/launch?a=1"
			checkPlain := func(want string) {
				t.Helper()
				status, location := visit(t, origin, host, "/launch?a=1")
				if got := fmt.Sprint(status, " ", location); got != want {
					t.Errorf("plain HTTP: %s, want %s", got, want)
				}
			}
			checkPlain(secured)
			ada.call(http.MethodPatch, "/domains/"+d.ID, map[string]any{"hsts": true}, http.StatusOK, nil)
			checkPlain(secured) // a changed setting does not interrupt it
			if got := client.visit(host, "/launch"); got != "302 https://example.com/ max-age=31536000" {
				t.Errorf("with HSTS: %s", got)
			}
			ada.call(http.MethodDelete, "/domains/"+d.ID, nil, http.StatusNoContent, nil)
			checkPlain("404 ")
			ada.call(http.MethodPost, "/domains/"+d.ID+"/restore", nil, http.StatusOK, nil)
			checkPlain(secured)
			if got := ca.Orders(host); got != 1 {
				t.Errorf("%d orders after a restore, want 1", got)
			}
		})
	}
}

func TestDomains_ShowWhyAnOrderFailed(t *testing.T) {
	t.Parallel()
	origin, dns, _, _ := startWithCA(t, "sqlite")
	ada := signUp(t, origin)
	const host = "caa.brand.example"
	dns.Set(t, host, "CAA", `0 issue "other-ca.example"`)
	var d customDomain
	ada.call(http.MethodPost, "/domains", map[string]any{"host": host}, http.StatusCreated, &d)
	d.publish(t, dns)
	ada.call(http.MethodPost, "/domains/"+d.ID+"/verify", nil, http.StatusOK, nil)
	eventually(t, func() string {
		if got := certificateOf(ada, d.ID); !strings.HasPrefix(got, "failed: A CAA record forbids") {
			return "the certificate is " + got
		}
		return ""
	})
}

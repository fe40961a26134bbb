package outbound

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode"

	"go.opentelemetry.io/otel/propagation"

	"linnet/internal/base/fault"
	"linnet/internal/core/webhook"
)

// WebhookClient sends the requests of webhooks. Those over HTTPS go to the public internet and to the
// allowed private networks, those over HTTP only to the latter. It is safe for
// concurrent use.
type WebhookClient struct {
	secure *Client
	plain  *Client // nil: there are no allowed private networks
}

// NewWebhookClient returns a client. allow lists private networks that requests may be sent to, on
// any port. A request times out after webhook.Timeout.
func NewWebhookClient(userAgent string, allow []netip.Prefix) *WebhookClient {
	o := Options{UserAgent: userAgent, Timeout: webhook.Timeout, Allow: allow, NoRedirects: true}
	c := &WebhookClient{secure: New(o)}
	if len(allow) > 0 {
		o.OnlyAllowed = true
		c.plain = New(o)
	}
	return c
}

// Check adds an error at "url" for a URL that requests cannot be sent to. The
// addresses of a host name are checked by each request.
func (c *WebhookClient) Check(l *fault.List, u *url.URL) {
	client := c.clientOf(u)
	if client == nil {
		l.Add("url", "Use https://. Requests over http:// could be read and changed on the way.")
		return
	}
	if err := c.checkAddress(client, u); err != nil {
		l.Add("url", sentence(err))
	}
}

func (c *WebhookClient) checkAddress(client *Client, u *url.URL) error {
	port := uint16(443)
	if u.Scheme == "http" {
		port = 80
	}
	if text := u.Port(); text != "" {
		n, err := strconv.ParseUint(text, 10, 16)
		if err != nil {
			return fault.New(fault.Invalid, "The port of the URL is not a number from 0 to 65535.")
		}
		port = uint16(n)
	}
	if addr, err := netip.ParseAddr(u.Hostname()); err == nil {
		return client.CheckAddr(netip.AddrPortFrom(addr, port))
	}
	if c.plain != nil { // the host may be in an allowed network
		return nil
	}
	return CheckPort(port)
}

// clientOf returns the client for the scheme of a URL, or nil.
func (c *WebhookClient) clientOf(u *url.URL) *Client {
	switch u.Scheme {
	case "https":
		return c.secure
	case "http":
		return c.plain
	}
	return nil
}

// Post sends a body. It returns a response with any status, also one that redirects,
// and a fault without a response.
func (c *WebhookClient) Post(ctx context.Context, address string, headers map[string]string, body []byte) (webhook.Response, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return webhook.Response{}, fault.Wrap(err, fault.Invalid, "The URL is not valid.")
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	propagation.TraceContext{}.Inject(ctx, propagation.HeaderCarrier(request.Header))
	client := c.clientOf(request.URL)
	if client == nil {
		return webhook.Response{}, fault.New(fault.Invalid, "Requests over http:// are not sent. Change the URL to https://.")
	}
	response, err := client.Do(request)
	if err != nil {
		return webhook.Response{}, faultOf(err)
	}
	defer func() { _ = response.Body.Close() }()
	// An error while reading is not one of the delivery: the status is known.
	start, _ := io.ReadAll(io.LimitReader(response.Body, webhook.MaxExcerpt))
	return webhook.Response{Status: response.StatusCode, Excerpt: excerpt(start)}, nil
}

// excerpt returns bytes as text without control characters, except for line breaks
// and tabs, in at most webhook.MaxExcerpt bytes.
func excerpt(raw []byte) string {
	text := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(string(raw), ""))
	return strings.TrimSpace(text)
}

// faultOf returns the fault of a request without a response.
func faultOf(err error) error {
	var refused *fault.Error
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var timeout interface{ Timeout() bool }
	message := "The connection failed."
	switch {
	case errors.Is(err, ErrRefused) && errors.As(err, &refused):
		return refused
	case errors.As(err, &name):
		message = "The host name could not be resolved."
	case errors.As(err, &certificate):
		message = "The certificate of the host could not be verified."
	case errors.Is(err, syscall.ECONNREFUSED):
		message = "The host refused the connection."
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		message = "No response within " + strconv.Itoa(int(webhook.Timeout/time.Second)) + " seconds."
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		message = "The host closed the connection without a response."
	}
	return fault.Wrap(err, fault.Unavailable, message)
}

// sentence returns the sentence of a fault.
func sentence(err error) string {
	var f *fault.Error
	if errors.As(err, &f) {
		return f.Message
	}
	return "Requests cannot be sent to this URL."
}

package objectstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"linnet/internal/base/clock"
	"linnet/internal/base/s3url"
)

// Time-outs of connections to the service. An upload or a download may take hours,
// so that the limit is for the time without a byte.
const (
	dialTimeout   = 5 * time.Second
	headerTimeout = 30 * time.Second
	idleTimeout   = 60 * time.Second
)

// errNoCredentials is the result of a request without credentials.
var errNoCredentials = errors.New("there are no credentials for the bucket; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, " +
	"or name a file with AWS_SHARED_CREDENTIALS_FILE")

// chain returns the credentials of the first provider that has some. That of the
// library falls back to anonymous requests.
type chain struct {
	providers []credentials.Provider
	current   credentials.Provider // nil before the first retrieval; guarded by credentials.Credentials
}

// credentialsOf returns the credentials of the environment: AWS_ACCESS_KEY_ID,
// AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN; else the profile AWS_PROFILE of
// AWS_SHARED_CREDENTIALS_FILE; else, on Amazon or when the environment names one, the
// role of the machine or the container.
func credentialsOf(at s3url.URL) *credentials.Credentials {
	c := &chain{providers: []credentials.Provider{&credentials.EnvAWS{}, &credentials.FileAWSCredentials{}}}
	role := at.Endpoint == ""
	for _, name := range []string{
		"AWS_WEB_IDENTITY_TOKEN_FILE", "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI", "AWS_CONTAINER_CREDENTIALS_FULL_URI",
	} {
		role = role || os.Getenv(name) != ""
	}
	if role { // elsewhere there is no metadata address, and a request to one takes the dial time-out
		c.providers = append(c.providers, &credentials.IAM{Region: at.Region})
	}
	return credentials.New(c)
}

// RetrieveWithCredContext returns the first credentials, or errNoCredentials.
func (c *chain) RetrieveWithCredContext(cc *credentials.CredContext) (credentials.Value, error) {
	for _, p := range c.providers {
		value, err := p.RetrieveWithCredContext(cc)
		if err == nil && value.AccessKeyID != "" && value.SecretAccessKey != "" {
			c.current = p
			return value, nil
		}
	}
	return credentials.Value{}, errNoCredentials
}

// Retrieve is RetrieveWithCredContext with the library's default context.
func (c *chain) Retrieve() (credentials.Value, error) {
	return c.RetrieveWithCredContext(&credentials.CredContext{Client: &http.Client{Transport: newTransport()}})
}

// IsExpired reports whether the credentials must be retrieved again.
func (c *chain) IsExpired() bool { return c.current == nil || c.current.IsExpired() }

// newTransport returns a transport whose connections end after idleTimeout without
// a byte.
func newTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: dialTimeout}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment,
		DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			conn, err := dialer.DialContext(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return idleConn{conn}, nil
		},
		TLSHandshakeTimeout:   dialTimeout,
		ResponseHeaderTimeout: headerTimeout,
		IdleConnTimeout:       idleTimeout,
		MaxIdleConns:          64,
		MaxIdleConnsPerHost:   16,
		ForceAttemptHTTP2:     true,
		DisableCompression:    true,
	}
}

// idleConn is a connection whose reads and writes time out after idleTimeout.
type idleConn struct{ net.Conn }

// Read reads with a deadline.
func (c idleConn) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(clock.System{}.Now().Add(idleTimeout)); err != nil {
		return 0, err
	}
	return c.Conn.Read(p)
}

// Write writes with a deadline.
func (c idleConn) Write(p []byte) (int, error) {
	if err := c.SetWriteDeadline(clock.System{}.Now().Add(idleTimeout)); err != nil {
		return 0, err
	}
	return c.Conn.Write(p)
}

// explain returns the error of an operation with the place and what the operator can
// do; nil for nil. A missing object is fs.ErrNotExist.
func (b *Bucket) explain(operation, key string, err error) error {
	if err == nil {
		return nil
	}
	var response minio.ErrorResponse
	if !errors.As(err, &response) {
		return fmt.Errorf("%s %s: %w", operation, b.at.Key(key), err)
	}
	var advice string
	switch response.Code {
	case minio.NoSuchKey, "NotFound":
		return fmt.Errorf("%s s3://%s/%s: %w", operation, b.at.Bucket, b.at.Key(key), fs.ErrNotExist)
	case minio.NoSuchBucket:
		advice = "the bucket does not exist; create it, or correct the address"
	case minio.AccessDenied, "Forbidden", "AllAccessDisabled":
		advice = "the credentials do not allow this; the policy of the bucket must allow to list, read, write and delete objects"
	case "InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken", "ExpiredToken":
		advice = "the service rejects the credentials; check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY"
	case "RequestTimeTooSkewed":
		advice = "the clock of this machine differs from that of the service; correct it"
	case "AuthorizationHeaderMalformed", "PermanentRedirect", "InvalidRegion":
		advice = "the bucket is in another region; name it with ?region=… in the address"
	default:
		advice = response.Error()
	}
	return &serviceError{fmt.Sprintf("%s %s: %s (%s)", operation, b.at, advice, response.Code), err}
}

// serviceError is an error response with advice.
type serviceError struct {
	message string
	cause   error
}

// Error returns the message with the advice.
func (e *serviceError) Error() string { return e.message }

// Unwrap returns the response.
func (e *serviceError) Unwrap() error { return e.cause }

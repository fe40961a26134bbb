// Package testdns is an authoritative DNS server for tests.
package testdns

import (
	"net"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/miekg/dns"
)

// Server answers for all names, over UDP and TCP on one loopback port. Names
// without records are NXDOMAIN.
type Server struct {
	Addr string // host:port

	mu      sync.Mutex
	records []dns.RR
	rcodes  map[string]int
	silent  map[string]bool
	queries map[string]int
}

// New starts a server that stops when the test ends.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{rcodes: map[string]int{}, silent: map[string]bool{}, queries: map[string]int{}}
	packets, listener := listen(t)
	s.Addr = packets.LocalAddr().String()
	for _, server := range []*dns.Server{{PacketConn: packets, Handler: s}, {Listener: listener, Handler: s}} {
		started := make(chan struct{})
		server.NotifyStartedFunc = func() { close(started) }
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			_ = server.ActivateAndServe() // fails when it is shut down
		}()
		<-started
		t.Cleanup(func() {
			_ = server.Shutdown()
			<-stopped
		})
	}
	return s
}

// listen opens one port for UDP and TCP. Another process may have the TCP port of a
// free UDP port, so it tries several.
func listen(t testing.TB) (net.PacketConn, net.Listener) {
	t.Helper()
	var config net.ListenConfig
	for range 10 {
		packets, err := config.ListenPacket(t.Context(), "udp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		listener, err := config.Listen(t.Context(), "tcp", packets.LocalAddr().String())
		if err == nil {
			return packets, listener
		}
		_ = packets.Close()
	}
	t.Fatal("testdns: found no port that is free for UDP and TCP")
	return nil, nil
}

// Add adds records in the format of zone files, with absolute names.
func (s *Server) Add(t testing.TB, records ...string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range records {
		record, err := dns.NewRR(text)
		if err != nil {
			t.Fatal(err)
		}
		s.records = append(s.records, record)
	}
}

// AddTXT adds a TXT record for an absolute or relative name.
func (s *Server) AddTXT(name, value string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.records = append(s.records, &dns.TXT{
		Hdr: dns.RR_Header{Name: dns.CanonicalName(name), Rrtype: dns.TypeTXT, Class: dns.ClassINET, Ttl: 1},
		Txt: []string{value},
	})
}

// Set replaces the records of a name and type; without values it removes them.
func (s *Server) Set(t testing.TB, name, kind string, values ...string) {
	t.Helper()
	s.mu.Lock()
	s.records = slices.DeleteFunc(s.records, func(r dns.RR) bool { return is(r, name, kind) })
	s.mu.Unlock()
	for _, value := range values {
		s.Add(t, dns.CanonicalName(name)+" 1 IN "+kind+" "+value)
	}
}

// Values returns the records of a name and type, in the format of zone files and
// without their names.
func (s *Server) Values(name, kind string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var values []string
	for _, record := range s.records {
		if is(record, name, kind) {
			values = append(values, strings.TrimPrefix(record.String(), record.Header().String()))
		}
	}
	return values
}

// is reports whether a record has a name and type.
func is(record dns.RR, name, kind string) bool {
	return dns.CanonicalName(record.Header().Name) == dns.CanonicalName(name) && record.Header().Rrtype == dns.StringToType[kind]
}

// Remove removes all records of a name, and what Fail and Silence set.
func (s *Server) Remove(name string) {
	name = dns.CanonicalName(name)
	s.mu.Lock()
	defer s.mu.Unlock()
	var left []dns.RR
	for _, record := range s.records {
		if dns.CanonicalName(record.Header().Name) != name {
			left = append(left, record)
		}
	}
	s.records = left
	delete(s.rcodes, name)
	delete(s.silent, name)
}

// Fail makes queries for a name fail with a code such as dns.RcodeServerFailure.
func (s *Server) Fail(name string, rcode int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.rcodes[dns.CanonicalName(name)] = rcode
}

// Silence makes the server ignore queries for a name.
func (s *Server) Silence(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.silent[dns.CanonicalName(name)] = true
}

// Queries returns the number of queries for a name.
func (s *Server) Queries(name string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.queries[dns.CanonicalName(name)]
}

// ServeDNS implements dns.Handler.
func (s *Server) ServeDNS(w dns.ResponseWriter, request *dns.Msg) {
	if response := s.answer(request, w.LocalAddr().Network()); response != nil {
		_ = w.WriteMsg(response) // the client may be gone
	}
}

// answer returns the response to a request, nil for none.
func (s *Server) answer(request *dns.Msg, network string) *dns.Msg {
	s.mu.Lock()
	defer s.mu.Unlock()
	question := request.Question[0]
	name := dns.CanonicalName(question.Name)
	s.queries[name]++
	if s.silent[name] {
		return nil
	}
	response := new(dns.Msg).SetReply(request)
	response.Authoritative = true
	if rcode, ok := s.rcodes[name]; ok {
		return response.SetRcode(request, rcode)
	}
	response.Answer = s.resolve(name, question.Qtype)
	if len(response.Answer) == 0 && !s.exists(name) {
		response.Rcode = dns.RcodeNameError
	}
	if network == "udp" {
		size := dns.MinMsgSize
		if opt := request.IsEdns0(); opt != nil {
			size = int(opt.UDPSize())
		}
		response.Truncate(size)
	}
	return response
}

// resolve returns the records of a name and type, with the aliases that lead to
// them.
func (s *Server) resolve(name string, kind uint16) []dns.RR {
	var answer []dns.RR
	for range 16 {
		next := ""
		for _, record := range s.records {
			if dns.CanonicalName(record.Header().Name) != name {
				continue
			}
			if alias, ok := record.(*dns.CNAME); ok {
				next = dns.CanonicalName(alias.Target)
				answer = append(answer, record)
			} else if record.Header().Rrtype == kind {
				answer = append(answer, record)
			}
		}
		if next == "" || kind == dns.TypeCNAME {
			break
		}
		name = next
	}
	return answer
}

func (s *Server) exists(name string) bool {
	for _, record := range s.records {
		if dns.CanonicalName(record.Header().Name) == name {
			return true
		}
	}
	return false
}

package main

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// clockCode replaces __vdso_clock_gettime in the node's process, for x86-64: it
// makes the system call and adds the 64-bit number that follows the code, in
// seconds, to CLOCK_REALTIME. The monotonic clock is unchanged, as after a real
// step of the machine's clock.
var clockCode = []byte{ //nolint:gochecknoglobals // a constant list
	0xb8, 0xe4, 0x00, 0x00, 0x00, // mov eax, 228 (clock_gettime)
	0x0f, 0x05, // syscall
	0x85, 0xff, // test edi, edi
	0x75, 0x0a, // jne to ret
	0x48, 0x8b, 0x0d, 0x06, 0x00, 0x00, 0x00, // mov rcx, [rip+6]
	0x48, 0x01, 0x0e, // add [rsi], rcx
	0xc3,       // ret
	0x90, 0x90, // pad: the number is at 24
}

const (
	clockOffset = 24
	clockSize   = clockOffset + 8
)

// useSteppedClock makes the node start with a clock that step changes.
func useSteppedClock(n *node) (cleanUp func() error, err error) {
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		return nil, fmt.Errorf("%w: the clock is replaced on Linux on x86-64 only", errSkipped)
	}
	n.clock = &steppedClock{}
	return func() error { return nil }, nil
}

// stepClock sets the clock an hour back, then an hour ahead, where it stays:
// clicks of the future would not be counted.
func stepClock(n *node) (string, error) {
	for _, offset := range []time.Duration{-time.Hour, time.Hour} {
		if err := n.clock.step(offset); err != nil {
			return "", err
		}
		note := n.watch(frozenFor)
		date, err := n.date()
		if err != nil {
			return "", err
		}
		if off := date.Sub(time.Now().Add(offset)); off.Abs() > 10*time.Second {
			return "", fmt.Errorf("the clock was not stepped by %s: the node's Date is %s", offset, date)
		}
		if n.load.answered.Load() == 0 {
			return note, errors.New("no visit was answered")
		}
	}
	return "an hour back for 5 s, then an hour ahead", nil
}

// date returns the time in the node's responses.
func (n *node) date() (time.Time, error) {
	answer, err := n.client.Get("http://" + n.addr + "/healthz")
	if err != nil {
		return time.Time{}, err
	}
	answer.Body.Close()
	return time.Parse(time.RFC1123, answer.Header.Get("Date"))
}

// steppedClock is the clock of a process.
type steppedClock struct {
	pid int
	at  int64 // address of the offset
}

// start starts a command with this clock. The process is stopped between exec
// and its first instruction, so that no thread runs the code that is replaced.
func (c *steppedClock) start(command *exec.Cmd) error {
	runtime.LockOSThread() // ptrace belongs to the thread
	defer runtime.UnlockOSThread()
	if command.SysProcAttr == nil {
		command.SysProcAttr = &syscall.SysProcAttr{}
	}
	command.SysProcAttr.Ptrace = true
	if err := command.Start(); err != nil {
		return fmt.Errorf("%w: ptrace: %w", errSkipped, err)
	}
	c.pid = command.Process.Pid
	var status syscall.WaitStatus
	if _, err := syscall.Wait4(c.pid, &status, 0, nil); err != nil {
		return err
	}
	err := c.install()
	return errors.Join(err, syscall.PtraceDetach(c.pid))
}

// install replaces the function in the process's own copy of the vDSO.
func (c *steppedClock) install() error {
	base, size, err := vdsoOf(c.pid)
	if err != nil {
		return err
	}
	mem, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", c.pid), os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("%w: %w", errSkipped, err)
	}
	defer mem.Close() //nolint:errcheck // WriteAt is not buffered
	image := make([]byte, size)
	if _, err := mem.ReadAt(image, base); err != nil {
		return fmt.Errorf("%w: the vDSO: %w", errSkipped, err)
	}
	parsed, err := elf.NewFile(bytes.NewReader(image))
	if err != nil {
		return fmt.Errorf("%w: the vDSO: %w", errSkipped, err)
	}
	symbols, err := parsed.DynamicSymbols()
	if err != nil {
		return fmt.Errorf("%w: the vDSO: %w", errSkipped, err)
	}
	for _, symbol := range symbols {
		if symbol.Name != "__vdso_clock_gettime" || symbol.Size < clockSize {
			continue
		}
		c.at = base + int64(symbol.Value) + clockOffset //nolint:gosec // an address in user space
		_, err = mem.WriteAt(append(bytes.Clone(clockCode), make([]byte, 8)...), c.at-clockOffset)
		return err
	}
	return fmt.Errorf("%w: the vDSO has no __vdso_clock_gettime of %d bytes", errSkipped, clockSize)
}

// step sets the offset from the machine's clock.
func (c *steppedClock) step(offset time.Duration) error {
	mem, err := os.OpenFile(fmt.Sprintf("/proc/%d/mem", c.pid), os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	seconds := binary.LittleEndian.AppendUint64(nil, uint64(int64(offset/time.Second))) //nolint:gosec // two's complement
	_, err = mem.WriteAt(seconds, c.at)
	return errors.Join(err, mem.Close())
}

// vdsoOf returns the address and size of a process's vDSO.
func vdsoOf(pid int) (base, size int64, err error) {
	maps, err := os.ReadFile(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		return 0, 0, err
	}
	for line := range strings.Lines(string(maps)) {
		if !strings.HasSuffix(strings.TrimSpace(line), "[vdso]") {
			continue
		}
		span, _, _ := strings.Cut(line, " ")
		from, to, _ := strings.Cut(span, "-")
		start, err1 := strconv.ParseInt(from, 16, 64)
		end, err2 := strconv.ParseInt(to, 16, 64)
		return start, end - start, errors.Join(err1, err2)
	}
	return 0, 0, fmt.Errorf("%w: the process has no vDSO", errSkipped)
}

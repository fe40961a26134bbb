//go:build !linux

package main

import "syscall"

// endsWithUs returns nil: the system has no such attribute.
func endsWithUs() *syscall.SysProcAttr { return nil }

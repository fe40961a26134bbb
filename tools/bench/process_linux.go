package main

import "syscall"

// endsWithUs makes a process end when we do, however we end.
func endsWithUs() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM} }

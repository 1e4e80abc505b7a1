#pragma once
#include <zmq.h>
// Swift's Glibc module leaves these out.
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>
#include <sys/prctl.h>

// prctl is variadic, and pthread_setname_np is hidden from Swift.
static inline void quickbrew_name_thread(const char *name) { prctl(PR_SET_NAME, name, 0, 0, 0); }

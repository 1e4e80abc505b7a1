// MessageBus
